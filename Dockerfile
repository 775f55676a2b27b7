# syntax=docker/dockerfile:1

FROM node:24-slim AS base
WORKDIR /app
RUN npm install --global pnpm@12
# Manifests first, so that installing is cached until one of them changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY packages/engine/package.json packages/engine/
COPY packages/protocol/package.json packages/protocol/
COPY packages/solver/package.json packages/solver/
COPY tools/package.json tools/

FROM base AS build
RUN pnpm install --frozen-lockfile
COPY . .
RUN pnpm build

# The packages that the bundle leaves out, and the licences of those in it. Without the optional ones: here PostgreSQL is
# a service of its own.
FROM base AS modules
RUN pnpm install --frozen-lockfile --prod --no-optional --filter @same-deal/server

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=modules /app/node_modules node_modules
COPY --from=modules /app/apps/server/node_modules apps/server/node_modules
COPY apps/server/package.json apps/server/
COPY prisma/migrations prisma/migrations
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/web/dist apps/web/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--single-threaded-gc", "--heap-growing-percent=100", "--no-memory-reducer", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "apps/server/dist/main.js"]
