import { sql } from 'kysely';
import { statement } from '../postgres/index.ts';

interface LeaseTable {
  name: string;
  epoch: string;
  holder: string;
  address: string | null;
  since: Date;
  expires_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    lease: LeaseTable;
  }
}

export interface NewLease {
  readonly name: string;
  readonly holder: string;
  readonly address: string | null;
  readonly lifetimeMs: number;
  /** A holder whose lease may be taken before it ends. */
  readonly replaces: string | null;
}

const LEASE: NewLease = {
  name: 'webhooks',
  holder: 'host:1',
  address: null,
  lifetimeMs: 6000,
  replaces: null,
};

const EPOCH = sql<number>`epoch::float8`.as('epoch');

const inMs = (milliseconds: number) =>
  sql<Date>`clock_timestamp() + ${milliseconds}::int * interval '1 millisecond'`;

/** Returns nothing while another process holds it. The clock of the database decides. */
export const acquireLease = statement(
  [LEASE],
  (db, { name, holder, address, lifetimeMs, replaces }: NewLease) =>
    db
      .insertInto('lease')
      .columns(['name', 'holder', 'address', 'expires_at'])
      .expression(
        db
          .selectNoFrom([
            sql<string>`${name}::text`.as('name'),
            sql<string>`${holder}::text`.as('holder'),
            sql<string | null>`${address}::text`.as('address'),
            inMs(lifetimeMs).as('expires_at'),
          ])
          // Without this, the many attempts that fail would lock the row.
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('lease')
                  .select('name')
                  .where('name', '=', name)
                  .where(
                    sql<boolean>`expires_at > clock_timestamp() and holder is distinct from ${replaces}`,
                  ),
              ),
            ),
          ),
      )
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({
            epoch: sql`excluded.epoch`,
            holder: sql`excluded.holder`,
            address: sql`excluded.address`,
            since: sql`excluded.since`,
            expires_at: sql`excluded.expires_at`,
          })
          .where(sql<boolean>`lease.expires_at <= clock_timestamp() or lease.holder = ${replaces}`),
      )
      .returning(EPOCH),
);

export interface Renewal {
  readonly name: string;
  readonly epoch: number;
  readonly lifetimeMs: number;
}

/** Returns the epochs that were renewed. It skips those that another process is taking at this moment. */
export const renewLeases = statement(
  [[{ name: 'webhooks', epoch: 1, lifetimeMs: 6000 }]],
  (db, renewals: readonly Renewal[]) =>
    db
      .with('renewed', (db) =>
        db
          .selectFrom('lease')
          .innerJoin(
            sql<Renewal>`json_to_recordset(${JSON.stringify(renewals)}::json)`.as<'renewal'>(
              sql`renewal (name text, epoch bigint, "lifetimeMs" int)`,
            ),
            (join) => join.on(sql<boolean>`renewal.name = lease.name and renewal.epoch = lease.epoch`),
          )
          .select(['lease.epoch', 'renewal.lifetimeMs as lifetime'])
          .forNoKeyUpdate('lease')
          .skipLocked(),
      )
      .updateTable('lease')
      .from('renewed')
      .set({ expires_at: sql<Date>`clock_timestamp() + lifetime * interval '1 millisecond'` })
      .whereRef('lease.epoch', '=', 'renewed.epoch')
      .returning(sql<number>`lease.epoch::float8`.as('epoch')),
);

/** Until the transaction ends, no other process takes the lease. Returns nothing if one has. */
export const fenceLease = statement(['webhooks', 1], (db, name: string, epoch: number) =>
  db
    .selectFrom('lease')
    .select(EPOCH)
    .where('name', '=', name)
    .where('epoch', '=', String(epoch))
    .forKeyShare(),
);

export const deleteLease = statement(['webhooks', 1], (db, name: string, epoch: number) =>
  db.deleteFrom('lease').where('name', '=', name).where('epoch', '=', String(epoch)),
);

const HELD = [
  'name',
  EPOCH,
  'holder',
  'address',
  'since',
  sql<boolean>`expires_at > clock_timestamp()`.as('isHeld'),
  sql<number>`(extract(epoch from expires_at - clock_timestamp()) * 1000)::float8`.as('remainingMs'),
] as const;

export const selectLease = statement(['webhooks'], (db, name: string) =>
  db.selectFrom('lease').select(HELD).where('name', '=', name),
);

export const selectHeld = statement([], (db) =>
  db
    .selectFrom('lease')
    .select(HELD)
    .where(sql<boolean>`expires_at > clock_timestamp()`)
    .orderBy('name'),
);
