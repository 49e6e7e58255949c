import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';
import type { ServiceName } from '../scopes.ts';

/** The attempts of one source to sign in to a service with one name. */
export interface AttemptsRow {
  service: ServiceName;
  name_hash: Buffer;
  source: string;
  /** In a row. */
  failures: number;
  last_failed_at: Date | null;
  last_succeeded_at: Date | null;
}

export type AttemptsKey = Pick<AttemptsRow, 'service' | 'name_hash' | 'source'>;

declare module '../../postgres/connect.ts' {
  interface Tables {
    sign_in_attempts: AttemptsRow;
  }
}

const KEY: AttemptsKey = { service: 'trading', name_hash: Buffer.alloc(32), source: '192.0.2.1' };
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const COLUMNS = ['service', 'name_hash', 'source'] as const;

export const selectAttempts = statement([KEY], (db, { service, name_hash, source }: AttemptsKey) =>
  db
    .selectFrom('sign_in_attempts')
    .select(['failures', 'last_failed_at', 'last_succeeded_at'])
    .where('service', '=', service)
    .where('name_hash', '=', name_hash)
    .where('source', '=', source),
);

export const recordFailure = statement(
  [KEY, TIME, TIME],
  (db, { service, name_hash, source }: AttemptsKey, now: Date, forgottenBefore: Date) =>
    db
      .insertInto('sign_in_attempts')
      .values({ service, name_hash, source, failures: 1, last_failed_at: now, last_succeeded_at: null })
      .onConflict((conflict) =>
        conflict.columns(COLUMNS).doUpdateSet({
          failures: sql<number>`case when sign_in_attempts.last_failed_at < ${forgottenBefore} then 1
            else sign_in_attempts.failures + 1 end`,
          last_failed_at: now,
        }),
      )
      .returning(['failures', 'last_succeeded_at']),
);

/** Begins the wait of the others anew for an attempt that has waited: of several that try at once, one gets the row. */
export const takeTurn = statement(
  [KEY, TIME, TIME],
  (db, { service, name_hash, source }: AttemptsKey, since: Date, now: Date) =>
    db
      .updateTable('sign_in_attempts')
      .set({ last_failed_at: now })
      .where('service', '=', service)
      .where('name_hash', '=', name_hash)
      .where('source', '=', source)
      .where('last_failed_at', '=', since)
      .returning('failures'),
);

export const recordSuccess = statement(
  [KEY, TIME],
  (db, { service, name_hash, source }: AttemptsKey, now: Date) =>
    db
      .insertInto('sign_in_attempts')
      .values({ service, name_hash, source, failures: 0, last_failed_at: null, last_succeeded_at: now })
      .onConflict((conflict) =>
        conflict.columns(COLUMNS).doUpdateSet({ failures: 0, last_failed_at: null, last_succeeded_at: now }),
      ),
);

/** A person who can still sign in. */
export const selectPerson = statement(['acme', ID], (db, tenant: string, id: string) =>
  db
    .selectFrom('credential')
    .select('name')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('kind', '=', 'person')
    .where('revoked_at', 'is', null),
);

/** Deletes sources that failed before the one time and never succeeded, and those that last succeeded before the other. */
export const deleteOldAttempts = statement([TIME, TIME], (db, failedBefore: Date, succeededBefore: Date) =>
  db
    .deleteFrom('sign_in_attempts')
    .where((where) =>
      where.or([
        where.and([where('last_succeeded_at', 'is', null), where('last_failed_at', '<', failedBefore)]),
        where('last_succeeded_at', '<', succeededBefore),
      ]),
    ),
);

/** Keeps the sources of each name that succeeded last. */
export const deleteSurplusSources = statement([1], (db, keptPerName: number) =>
  db
    .deleteFrom('sign_in_attempts')
    .using((from) =>
      from
        .selectFrom('sign_in_attempts')
        .select([
          ...COLUMNS,
          sql<number>`row_number() over (partition by service, name_hash order by last_succeeded_at desc)`.as(
            'rank',
          ),
        ])
        .where('last_succeeded_at', 'is not', null)
        .as('ranked'),
    )
    .whereRef('sign_in_attempts.service', '=', 'ranked.service')
    .whereRef('sign_in_attempts.name_hash', '=', 'ranked.name_hash')
    .whereRef('sign_in_attempts.source', '=', 'ranked.source')
    .where('ranked.rank', '>', keptPerName),
);
