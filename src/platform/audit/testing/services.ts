import type { Sql } from 'postgres';

/** Actions with their details, and the service that an entry without one gets. */
export const SERVICES: readonly (readonly [action: string, details: object, service: string | null])[] = [
  ['withdrawal.vote', {}, 'trading'],
  ['job.retry', {}, 'trading'],
  ['batch.append', {}, 'partner'],
  ['program.change', {}, 'partner'],
  ['link.create', {}, 'partner'],
  ['rebate-group.create', {}, 'partner'],
  ['person.invite', {}, null],
  ['credential.create', {}, null],
  ['factor.add-app', {}, null],
  ['session.start', { service: 'partner' }, 'partner'],
  ['sign-in.fail', { service: 'trading' }, 'trading'],
  ['session.end', { sessions: [] }, null],
];

/** Writes an entry as versions without services do, and does not seal it. */
export const writeWithout = (sql: Sql, action: string, details: object = {}) => sql`
  insert into audit_log (at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details, trace_id)
  values (now(), 'acme', 'client', 'desk', ${action}, 'thing', 'a', ${sql.json(details as never)}, 't')`;

export const servicesOf = async (sql: Sql) =>
  (
    await sql<{ action: string; service: string | null }[]>`select action, service from audit_log order by id`
  ).map(({ action, service }) => [action, service]);
