import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { createFile, replaceFile } from './kept-file.ts';
import { makeFolder } from './make-folder.ts';
import { remoteAddress } from './admission/remote-address.ts';
import { pushKeyFrom } from './nudge/push-key.ts';
import { projectRoot } from './project-root.ts';
import { dataFolderError, startupError } from './startup-error.ts';

/** Everything the operator can decide, read once at the start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute; holds the embedded PostgreSQL and the secret. */
  readonly dataDir: string;
  /** A PostgreSQL of the operator's own; without it the embedded one is started. */
  readonly databaseUrl?: string | undefined;
  /** Valkey or Redis 7, by which several nodes reach each other's people; without it there is one node. */
  readonly valkeyUrl?: string | undefined;
  /** What the load balancer calls this node. */
  readonly nodeName: string;
  /** The origin people open, e.g. "https://play.example.org"; without it any address of this machine. */
  readonly publicUrl?: string | undefined;
  /** Whether the start brings the database to this version's schema, or only looks whether it has it. */
  readonly migrates: boolean;
  /** The bearer token for `/metrics`; without it there is no such route. */
  readonly metricsToken?: string | undefined;
  /** Signs the session cookies; without it `readSecret` keeps one in `dataDir`. */
  readonly secret?: string | undefined;
  /** The private key that push services know this installation by; without it one is derived from the secret. */
  readonly pushKey?: string | undefined;
  /** Where e-mail is handed in, and who it comes from; without it none is sent. */
  readonly smtp?: { readonly url: string; readonly from: string } | undefined;
  readonly logLevel: string;
  /** Whether this node looks for deals that can be won while it has nothing else to do. */
  readonly certifies: boolean;
  /** The proxies whose word on a visitor's address is taken: addresses or ranges, comma-separated. */
  readonly trustProxy: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** In an address that has a password. */
const ENCODED = 'in whose password % / ? # @ are written %25 %2F %3F %23 %40';

/** What each variable must be, an example, and whether a wrong value may be repeated. */
const variables = {
  PORT: {
    schema: z.coerce.number().int().min(0).max(65535).default(3000),
    must: 'a whole number from 0 to 65535',
    example: '3000',
  },
  HOST: {
    schema: z.string().default('0.0.0.0'),
    must: 'an address to listen on',
    example: '0.0.0.0',
  },
  DATA_DIR: { schema: z.string().optional(), must: 'a folder', example: '/var/lib/same-deal' },
  DATABASE_URL: {
    schema: z
      .url({ protocol: /^postgres(ql)?$/ })
      .refine(isWithoutRest)
      .optional(),
    must: `the address of a PostgreSQL database, ${ENCODED}`,
    example: 'postgresql://user:password@localhost:5432/same_deal',
    private: true,
  },
  VALKEY_URL: {
    schema: z
      .url({ protocol: /^(redis|valkey)s?$/ })
      .refine(isWithoutRest)
      .optional(),
    must: `the address of a Valkey, or of a Redis from version 7 on, ${ENCODED}`,
    example: 'redis://localhost:6379',
    private: true,
  },
  NODE_NAME: {
    schema: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .default(hostname()),
    must: 'a name of letters, digits, dots, dashes and underscores',
    example: 'node-1',
  },
  PUBLIC_URL: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((text) => URL.canParse(text) && isOnlyOrigin(new URL(text)))
      .transform((text) => new URL(text).origin)
      .optional(),
    must: 'the web address people open, without a path',
    example: 'https://play.example.org',
  },
  BETTER_AUTH_SECRET: {
    schema: z.string().min(32).optional(),
    must: 'a random text of at least 32 characters',
    example: '"$(openssl rand -base64 32)"',
    private: true,
  },
  PUSH_PRIVATE_KEY: {
    schema: z.string().refine(isPrivateKey).optional(),
    must: 'a private VAPID key, 32 bytes in base64url',
    example: '"$(openssl rand 32 | basenc --base64url | tr -d =)"',
    private: true,
  },
  SMTP_URL: {
    schema: z
      .url({ protocol: /^smtps?$/ })
      .refine(isWithoutRest)
      .optional(),
    must: `the address of a mail server, ${ENCODED}`,
    example: 'smtps://user:password@mail.example.org',
    private: true,
  },
  SMTP_FROM: {
    schema: z
      .string()
      .regex(/^[^@\r\n]*[^@\s]@[^@\s]+$/)
      .optional(),
    must: 'the sender of e-mail',
    example: '"Same Deal <cards@example.org>"',
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels).default('info'),
    must: `one of ${logLevels.join(', ')}`,
    example: 'info',
  },
  CERTIFY: {
    schema: z.enum(['on', 'off']).default('on'),
    must: 'on or off',
    example: 'off',
  },
  MIGRATE: {
    schema: z.enum(['on', 'off']).default('on'),
    must: 'on or off',
    example: 'off',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16).optional(),
    must: 'a random text of at least 16 characters',
    example: '"$(openssl rand -hex 32)"',
    private: true,
  },
  TRUST_PROXY: {
    schema: z.string().refine(areProxies).default('loopback'),
    must: 'addresses or ranges of proxies, comma-separated',
    example: '10.0.0.0/8',
  },
} as const satisfies Record<
  string,
  { schema: z.ZodType; must: string; example: string; private?: true }
>;

type Values = { [Name in keyof typeof variables]: z.infer<(typeof variables)[Name]['schema']> };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; an empty variable counts as not set. What holds a secret may be in a file instead, which the
 * variable of that name with `_FILE` names.
 * @param env the environment, e.g. `process.env`
 * @throws a startup error `config` with one line for each wrong variable: its name, what was wrong, an example
 */
export function readConfig(environment: Environment): Config {
  const wrong: string[] = [];
  const env = withSecretsOfFiles(environment, wrong);
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      const raw = env[name]?.trim() || undefined;
      const result = variable.schema.safeParse(raw);
      if (result.success) return [name, result.data];
      const shown = 'private' in variable ? '' : ` but is ${JSON.stringify(raw)}`;
      wrong.push(
        `${name} must be ${variable.must}${shown}; for example ${name}=${variable.example}`,
      );
      return [name, undefined];
    }),
  ) as Values;
  if (
    env['NODE_ENV'] === 'production' &&
    values.DATABASE_URL &&
    !env['BETTER_AUTH_SECRET']?.trim()
  ) {
    const { must, example } = variables.BETTER_AUTH_SECRET;
    wrong.push(
      `BETTER_AUTH_SECRET must be set in production, the same on every node, to ${must}; ` +
        `for example BETTER_AUTH_SECRET=${example}`,
    );
  }
  const isMailComplete = values.SMTP_FROM && values.PUBLIC_URL;
  if (values.SMTP_URL && !isMailComplete) {
    // A link that trusted the address a request names could be turned to another site.
    wrong.push('SMTP_URL needs SMTP_FROM, the sender, and PUBLIC_URL, which links begin with');
  }
  if (values.VALKEY_URL && !values.DATABASE_URL) {
    wrong.push(
      'VALKEY_URL needs DATABASE_URL: nodes share one database, and the embedded one has one node',
    );
  }
  if (wrong.length > 0) throw startupError('config', wrong.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR ? path.resolve(values.DATA_DIR) : path.join(projectRoot(), 'data'),
    databaseUrl: values.DATABASE_URL,
    valkeyUrl: values.VALKEY_URL?.replace(/^valkey/, 'redis'),
    nodeName: values.NODE_NAME,
    publicUrl: values.PUBLIC_URL,
    migrates: values.MIGRATE === 'on',
    metricsToken: values.METRICS_TOKEN,
    secret: values.BETTER_AUTH_SECRET,
    pushKey: values.PUSH_PRIVATE_KEY,
    smtp:
      values.SMTP_URL && values.SMTP_FROM
        ? { url: values.SMTP_URL, from: values.SMTP_FROM }
        : undefined,
    logLevel: values.LOG_LEVEL,
    certifies: values.CERTIFY === 'on',
    trustProxy: values.TRUST_PROXY,
  };
}

function withSecretsOfFiles(env: Environment, wrong: string[]): Environment {
  const read = Object.entries(variables).flatMap(([name, variable]) => {
    const file = env[`${name}_FILE`]?.trim();
    if (!('private' in variable) || !file) return [];
    if (env[name]?.trim()) {
      wrong.push(`${name} and ${name}_FILE are both set; set one of them`);
      return [];
    }
    try {
      return [[name, readFileSync(file, 'utf8')]];
    } catch (error) {
      wrong.push(`${name}_FILE cannot be read (${(error as Error).message})`);
      return [];
    }
  });
  return { ...env, ...(Object.fromEntries(read) as Record<string, string>) };
}

const secretFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'secret');

/** The secret that `readSecret` keeps in the data folder; null where it is configured, or there is none yet. */
export function keptSecret(config: Pick<Config, 'secret' | 'dataDir'>): string | null {
  const file = secretFile(config);
  return config.secret === undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * Keeps a secret in the data folder, for sessions that it has signed elsewhere.
 * @returns where another one is now that was kept there; undefined if there was none
 */
export function keepSecret(
  config: Pick<Config, 'secret' | 'dataDir'>,
  secret: string,
): string | undefined {
  makeFolder(config.dataDir);
  const file = secretFile(config);
  const former = keptSecret(config);
  const aside = former === null || former === secret ? undefined : `${file}.${Date.now()}`;
  // A database elsewhere may need it.
  if (former !== null && aside !== undefined) createFile(aside, former);
  replaceFile(file, secret);
  return aside;
}

/**
 * The secret that signs session cookies: the configured one, else one kept in the data folder.
 * @throws a startup error `data-folder` if it can neither be read nor written
 */
export function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (config.secret) return config.secret;
  const file = secretFile(config);
  try {
    makeFolder(config.dataDir);
    try {
      // Only one of several that start at once makes it.
      if (!existsSync(file)) createFile(file, randomBytes(32).toString('base64url'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= 32) return secret;
    throw new Error(`${file} is too short; remove it, and everybody signs in anew`);
  } catch (error) {
    throw dataFolderError('data-folder', config.dataDir, error);
  }
}

function isPrivateKey(text: string): boolean {
  try {
    return Buffer.from(text, 'base64url').length === 32 && pushKeyFrom(text).privateKey === text;
  } catch {
    return false;
  }
}

function areProxies(text: string): boolean {
  try {
    remoteAddress(text);
    return true;
  } catch {
    return false;
  }
}

/** Parameters whose values may hold an @. */
const NAMED = /[?&](user|password|application_name|options|name)=[^&]*/g;

/**
 * Whether nothing behind the host looks like the rest of a password that a character has cut, which would be taken for a
 * path.
 */
function isWithoutRest(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, port, hash, pathname, search } = new URL(text);
  const hasPort = port !== '' || /^[^/]*\/\/[^/?#]*:[/?#]/.test(text);
  // Without a user, what stands in the port's place may be the beginning of a password.
  if (username === '' && password === '' && hasPort)
    return !(pathname + search.replaceAll(NAMED, '') + hash).includes('@');
  // The name of a database may hold one.
  const rest = protocol.startsWith('postgres') ? /@.*\// : /@/;
  return !rest.test(pathname) && !/^[^=]*@/.test(search) && !hash.includes('@');
}

function isOnlyOrigin(url: URL): boolean {
  return url.pathname === '/' && !url.search && !url.hash && !url.username;
}
