import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

/** What somebody did, and when. */
export interface Act {
  /** The id of an actor. */
  readonly by: string;
  readonly at: Date;
}

interface CountsAsRow {
  /** The name of a credential. */
  account: string;
  /** The admin who created, reset, rotated or empowered it. */
  person: string;
  since: Date;
  /** Null until an invitation is used. */
  until: Date | null;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    counts_as: CountsAsRow;
  }
}

const TIME = new Date(0);
const ACT: Act = { by: 'ada', at: TIME };

const accountableFor = ({ by, at }: Act) => sql<string[]>`accountable_for(${by}, ${at})`;

export const selectAccountable = statement(['ada', TIME], (db, by: string, at: Date) =>
  db.selectNoFrom(accountableFor({ by, at }).as('people')),
);

/** Whether each of the acts has somebody in common with `own`, in their order. */
export const compareActs = statement([[ACT], ACT], (db, acts: readonly Act[], own: Act) =>
  db.selectNoFrom(
    sql<boolean[]>`array(
      select accountable_for(by, at) && ${accountableFor(own)}
      from unnest(${acts.map(({ by }) => by)}::text[], ${acts.map(({ at }) => at)}::timestamptz[])
        with ordinality as act (by, at, place)
      order by place)`.as('are_same'),
  ),
);

export const insertCountsAs = statement(
  [{ account: 'grace', person: 'ada', since: TIME, until: null }],
  (db, row: CountsAsRow) =>
    db
      .insertInto('counts_as')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
);

/** The time begins when the invitation is used: its link may be kept until then. */
export const endCounting = statement(['grace', TIME], (db, account: string, until: Date) =>
  db.updateTable('counts_as').set({ until }).where('account', '=', account).where('until', 'is', null),
);

export interface Wanted {
  readonly tenant: string;
  /** Those who have any of these roles. */
  readonly roles: readonly string[];
  /** Only those of these people, if they are given. */
  readonly among: readonly string[] | undefined;
  /** Only those of this partner, if it is given. */
  readonly partnerUid?: string | undefined;
  /** Nobody who counts as the person of one of these acts. */
  readonly notBy: readonly Act[];
  readonly now: Date;
}

export const selectHolders = statement(
  [{ tenant: 'acme', roles: ['trading:admin'], among: ['ada'], partnerUid: 'P1001', notBy: [], now: TIME }],
  (db, { tenant, roles, among, partnerUid, notBy, now }: Wanted) =>
    db
      .selectFrom('credential')
      .select('name')
      .where('kind', '=', 'person')
      .where('tenant', '=', tenant)
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`roles && ${roles}::text[]`)
      .$if(partnerUid !== undefined, (rest) => rest.where('partner_uid', '=', partnerUid ?? ''))
      .$if(among !== undefined, (rest) => rest.where('name', '=', sql<string>`any(${among}::text[])`))
      .where(
        sql<boolean>`not exists (
          select from unnest(${notBy.map(({ by }) => by)}::text[], ${notBy.map(({ at }) => at)}::timestamptz[]) as act (by, at)
          where accountable_for(act.by, act.at) && accountable_for(credential.name, ${now}))`,
      )
      .orderBy('name'),
);
