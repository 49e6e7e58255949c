import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

export interface RestoreRow {
  id: string;
  detected_at: Date;
  head: string;
  lost_since: Date | null;
  anchors: string[];
  released_at: Date | null;
  released_by: string | null;
  release_reason: string | null;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    restore: RestoreRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const ROW: RestoreRow = {
  id: ID,
  detected_at: TIME,
  head: '0:00',
  lost_since: null,
  anchors: [],
  released_at: null,
  released_by: null,
  release_reason: null,
};

/** Held until the transaction ends, so that two processes do not record the same restore. */
export const lockRestores = statement([], (db) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended('restore', 7216340015))`.as('locked')),
);

export const insertRestore = statement([ROW], (db, row: RestoreRow) =>
  db.insertInto('restore').values(row).returningAll(),
);

export const selectOpen = statement([], (db) =>
  db.selectFrom('restore').selectAll().where('released_at', 'is', null),
);

/** Those of these anchors that belong to a recorded restore. */
export const selectRecorded = statement([['0:00']], (db, anchors: readonly string[]) =>
  db
    .selectFrom('restore')
    .select(sql<string>`unnest(anchors)`.as('anchor'))
    .where('anchors', '&&', sql<string[]>`${anchors}::text[]`),
);

/** The newest restore that lost the entry with this number. */
export const selectLoss = statement([1], (db, seq: number) =>
  db
    .selectFrom('restore')
    .selectAll()
    .where(sql<boolean>`split_part(head, ':', 1)::bigint < ${seq}::bigint`)
    .orderBy('detected_at', 'desc')
    .limit(1),
);

export const updateReleased = statement(
  [ID, { released_at: TIME, released_by: 'ada', release_reason: 'r' }],
  (db, id: string, change: Pick<RestoreRow, 'released_at' | 'released_by' | 'release_reason'>) =>
    db
      .updateTable('restore')
      .set(change)
      .where('id', '=', id)
      .where('released_at', 'is', null)
      .returningAll(),
);
