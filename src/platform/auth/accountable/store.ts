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
