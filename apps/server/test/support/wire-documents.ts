/** The wire as documents made from its schemas: OpenAPI for HTTP, JSON Schema for the events of a line. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import * as protocol from '@same-deal/protocol';
import { clientEvents, errors, failure, PROTOCOL_VERSION, serverEvents } from '@same-deal/protocol';
import Fastify from 'fastify';
import type { FastifyPluginAsync } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { z } from 'zod';

const routesFolder = join(import.meta.dirname, '../../src/http');

/** Whatever a route is given: routes are registered here, and never answer. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : anything),
  apply: () => anything,
});

/** The plugins of `src/http` that add routes, by their names: `meRoutes`, … */
async function routePlugins(): Promise<FastifyPluginAsync<object>[]> {
  const files = readdirSync(routesFolder).sort();
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(routesFolder, file))) as Record<string, unknown>),
  );
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => name.endsWith('Routes'))
      .map(([, plugin]) => plugin as FastifyPluginAsync<object>),
  );
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** What the protocol exports, by name: written once, and referred to. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  const added = new Set<unknown>();
  for (const [id, one] of Object.entries<unknown>(protocol)) {
    if (!(one instanceof z.ZodObject) || added.has(one)) continue;
    registry.add(one, { id });
    added.add(one);
  }
  return registry;
}

export interface OpenApi {
  /** By address and method, the latter in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** OpenAPI 3.1 of every route but the page's. Each may also answer with a failure. */
export async function httpDocument(): Promise<OpenApi> {
  const app = Fastify();
  const schemaRegistry = namedSchemas();
  const transform = createJsonSchemaTransform({ schemaRegistry });
  const failed = z.object({ error: failure });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Same Deal',
        version: String(PROTOCOL_VERSION),
        description:
          'Made from the schemas by `pnpm format`. docs/protocol.md says what they cannot.',
      },
    },
    transform: (route) => {
      const { schema, url } = route;
      // Parameters are listed one by one, so they are no reference; a copy has no name.
      const unnamed = (['params', 'querystring'] as const).flatMap((part) => {
        const one = schema?.[part];
        return one instanceof z.ZodObject ? [[part, z.object(one.shape)]] : [];
      });
      const response = { ...(schema?.response as object), default: failed };
      const whole = { ...schema, ...Object.fromEntries(unnamed), response };
      return transform({ ...route, url, schema: whole } as never);
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
    // Fastify adds one to each GET.
    exposeHeadRoutes: false,
  });
  const options = new Proxy({}, { get: () => anything });
  for (const plugin of await routePlugins())
    await app.register(async (one) => plugin(one, options));
  await app.ready();
  const { components, paths, ...rest } = app.swagger() as unknown as OpenApi;
  await app.close();
  const schemas = Object.entries(components.schemas);
  return {
    ...rest,
    components: { schemas: definitionsFor(paths, schemas, '#/components/schemas/') },
    paths: Object.fromEntries(Object.entries(paths).sort(byName)),
  };
}

/** The routes with what each does, for people: their summaries as a table. */
export function routesPage({ paths }: OpenApi): string {
  const rows = Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(
      ([method, { summary = '' }]) => `| \`${method.toUpperCase()} ${route}\` | ${summary} |`,
    ),
  );
  return [
    '# Routes',
    '',
    'Made from the summaries of the routes (`apps/server/src/http`) by `pnpm format`; “I” is whose session it is.',
    '[openapi.json](openapi.json) has their bodies and answers, [protocol.md](../protocol.md#http) what schemas cannot say.',
    '',
    '| Route | Does |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** Every schema that something from outside passes: bodies, queries and parameters of HTTP, and the events of a line. */
export async function requestSchemas(): Promise<(readonly [string, z.ZodType])[]> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const found: (readonly [string, z.ZodType])[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const part of ['body', 'querystring', 'params'] as const) {
      const one = schema?.[part];
      if (one instanceof z.ZodType) found.push([`${[method].flat().join()} ${url} ${part}`, one]);
    }
  });
  const options = new Proxy({}, { get: () => anything });
  for (const plugin of await routePlugins())
    await app.register(async (one) => plugin(one, options));
  await app.ready();
  await app.close();
  const events = Object.entries(clientEvents).map(
    ([name, { request }]) => [name, request] as const,
  );
  return [...found, ...events];
}

/** The requests of a line with what they are answered, the news, and the codes of failures. */
export function eventsDocument(): object {
  const registry = namedSchemas();
  const refused = z.object({ ok: z.literal(false), error: failure });
  const add = (kind: string, name: string, schema: z.ZodType) =>
    registry.add(schema.clone(), { id: `${kind} ${name}` });
  for (const [name, { answer, travels }] of Object.entries(clientEvents)) {
    const done = travels ?? z.object({ ok: z.literal(true), data: answer });
    add('answers', name, z.union([done, refused]));
  }
  for (const [name, news] of Object.entries(serverEvents)) add('news', name, news);
  const uri = (id: string) => `#/$defs/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: 'output', unrepresentable: 'any', uri });
  const bare = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [
    id,
    schema,
  ]) as [string, object][];
  const ofKind = (kind: string): Record<string, object> =>
    Object.fromEntries(
      bare
        .filter(([id]) => id.startsWith(`${kind} `))
        .map(([id, schema]): [string, object] => [id.slice(kind.length + 1), schema])
        .sort(byName),
    );
  const requests = Object.entries(clientEvents).map(([name, { request }]): [string, object] => {
    const { $schema: _, ...schema } = z.toJSONSchema(request, { io: 'input' });
    return [name, schema];
  });
  const parts = { answers: ofKind('answers'), news: ofKind('news') };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Same Deal: the events of a line',
    description: 'Made from the schemas by `pnpm format`. docs/protocol.md says what they cannot.',
    version: PROTOCOL_VERSION,
    requests: Object.fromEntries(requests.sort(byName)),
    ...parts,
    errors,
    $defs: definitionsFor(parts, bare, '#/$defs/'),
  };
}

/** The named schemas that documents refer to, directly or by way of others; `prefix` begins such a reference. */
function definitionsFor(
  documents: object,
  schemas: readonly (readonly [string, object])[],
  prefix: string,
): Record<string, object> {
  const all = new Map(schemas);
  const found = new Map<string, object>();
  const look = (document: object): void => {
    for (const part of JSON.stringify(document).split(`"${prefix}`).slice(1)) {
      const id = part.split('"', 1)[0] ?? '';
      const schema = all.get(id);
      if (!schema || found.has(id)) continue;
      found.set(id, schema);
      look(schema);
    }
  };
  look(documents);
  return Object.fromEntries([...found].sort(byName));
}
