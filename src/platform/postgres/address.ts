import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false | ConnectionOptions;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
  /** Settings of the session. */
  readonly options: string;
}

const KEEP_ALIVE_MS = 5_000;

/** Both sides notice within about ten seconds that the link is cut, instead of keeping dead sessions for hours. */
const SERVER_KEEP_ALIVE = Object.entries({
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
const PARAMETERS = ['sslmode', ...Object.keys(FILES)];

/** Reads a database URL as libpq does; pg itself would take `sslmode=require` for `verify-full`. */
export function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    throw new Error('The database URL must have the form postgres://user:password@host:port/database.');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database URL has the parameter ${unknown}, which is not supported. Leave it out; ` +
        `supported are ${PARAMETERS.join(', ')}.`,
    );
  }
  // IPv6 addresses stand in brackets; the path of a Unix socket is percent-encoded.
  const host = decodeURIComponent(url.hostname).replaceAll(/^\[|\]$/g, '') || 'localhost';
  const user = decodeURIComponent(url.username) || 'postgres';
  return {
    host,
    port: Number(url.port || 5432),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    ssl: readTls(url.searchParams, host),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: SERVER_KEEP_ALIVE,
  };
}

function readTls(parameters: URLSearchParams, host: string): false | ConnectionOptions {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!MODES.includes(mode)) {
    throw new Error(`The database URL has sslmode=${mode}; it must be one of ${MODES.join(', ')}.`);
  }
  if (mode === 'disable') return false;
  const files: ConnectionOptions = {};
  for (const [parameter, option] of Object.entries(FILES)) {
    const path = parameters.get(parameter);
    if (path !== null && path !== 'system') files[option] = readPem(parameter, path);
  }
  if (mode === 'verify-full') return { ...files, host };
  if (files.ca !== undefined) return { ...files, checkServerIdentity: () => undefined };
  if (mode === 'require') return { ...files, rejectUnauthorized: false };
  throw new Error(
    'The database URL has sslmode=verify-ca, which needs the file of the authority in sslrootcert.',
  );
}

function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The database URL names ${path} as ${parameter}, which cannot be read (${code}).`, {
      cause: error,
    });
  }
}
