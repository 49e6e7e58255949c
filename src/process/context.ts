import { userInfo } from 'node:os';
import { newTraceId, systemClock, type Actor, type Context } from '../kernel/index.ts';
import { SCOPES } from '../platform/auth/index.ts';

/** The person at the command line, who can reach the database and may therefore do everything. */
export function operatorContext<T>(db: T): Context<T> {
  const scopes = new Set(Object.values(SCOPES).flatMap((scopes) => Object.keys(scopes)));
  return contextOf(db, { kind: 'operator', id: userInfo().username, tenant: 'default', scopes });
}

/** The process itself. */
export function processContext<T>(db: T): Context<T> {
  return contextOf(db, { kind: 'system', id: 'process', tenant: 'system', scopes: new Set() });
}

const contextOf = <T>(db: T, actor: Actor): Context<T> => ({
  actor,
  db,
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
});
