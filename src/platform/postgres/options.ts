import type { Address } from './address.ts';

export const CONNECT_TIMEOUT_MS = 5000;

/** What every client of postgres.js is given: one socket, kept as long as it holds. */
export function connectionOptions({ host, port, user, password, database, ssl }: Address) {
  return {
    host,
    port,
    user,
    password,
    database,
    ssl,
    max: 1,
    max_lifetime: null,
    connect_timeout: CONNECT_TIMEOUT_MS / 1000,
    fetch_types: false,
  } as const;
}
