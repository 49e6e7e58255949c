import { userInfo } from 'node:os';
import { newTraceId, systemClock, type Actor, type Context } from '../kernel/index.ts';
import { SCOPES } from '../platform/auth/index.ts';
import type { Db } from '../platform/postgres/index.ts';

/** The person at the command line, who can reach the database and may therefore do everything. */
export function operatorContext(db: Db): Context<Db> {
  const scopes = new Set(Object.values(SCOPES).flatMap((scopes) => Object.keys(scopes)));
  return contextOf(db, { kind: 'operator', id: userInfo().username, tenant: 'default', scopes });
}

/** The process itself. */
export function processContext(db: Db): Context<Db> {
  return contextOf(db, { kind: 'system', id: 'process', tenant: 'system', scopes: new Set() });
}

const contextOf = (db: Db, actor: Actor): Context<Db> => ({
  actor,
  db,
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
});
