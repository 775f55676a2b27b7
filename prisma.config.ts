import { defineConfig } from 'prisma/config';

const url = process.env['DATABASE_URL'];

/** For Prisma's own command line; the service applies the same migrations by itself at start-up. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
});
