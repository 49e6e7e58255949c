import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';
import type { Detail } from '../compose.ts';
import type { Language } from '../languages.ts';
import type { Format } from './formats.ts';

export interface ChatRow {
  id: string;
  tenant: string;
  person: string | null;
  service: string | null;
  room: string | null;
  kinds: string[] | null;
  detail: Detail | null;
  language: Language | null;
  format: Format;
  /** Encrypted. */
  url: Buffer;
  host: string;
  recipient: string | null;
  last_sent_at: Date | null;
  failing_since: Date | null;
  last_error: string | null;
  disabled_at: Date | null;
  created_at: Date;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    notice_chat: ChatRow;
  }
}

export interface Place {
  readonly tenant: string;
  readonly service: string;
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const PLACE: Place = { tenant: 'acme', service: 'trading' };
const ROW: ChatRow = {
  id: ID,
  ...PLACE,
  person: null,
  room: 'treasury',
  kinds: ['withdrawal.vote'],
  detail: 'short',
  language: 'en',
  format: 'slack',
  url: Buffer.alloc(0),
  host: 'hooks.slack.com',
  recipient: null,
  last_sent_at: null,
  failing_since: null,
  last_error: null,
  disabled_at: null,
  created_at: TIME,
};

export const selectTarget = statement([ID], (db, id: string) =>
  db
    .selectFrom('notice_chat')
    .select(['id', 'format', 'url', 'recipient'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null),
);

export const noteSent = statement([ID, TIME], (db, id: string, now: Date) =>
  db
    .updateTable('notice_chat')
    .set({ last_sent_at: now, failing_since: null, last_error: null })
    .where('id', '=', id),
);

interface Failure {
  readonly now: Date;
  readonly error: string;
  readonly disabledAt: Date | null;
}

export const noteFailure = statement(
  [ID, { now: TIME, error: 'answered 404', disabledAt: TIME }],
  (db, id: string, { now, error, disabledAt }: Failure) =>
    db
      .updateTable('notice_chat')
      .set({
        failing_since: sql`coalesce(failing_since, ${now})`,
        last_error: error,
        disabled_at: disabledAt,
      })
      .where('id', '=', id),
);

/** The chat of a person. */
export const selectChat = statement(['ada'], (db, person: string) =>
  db.selectFrom('notice_chat').selectAll().where('person', '=', person),
);

export const deleteChat = statement(['ada'], (db, person: string) =>
  db.deleteFrom('notice_chat').where('person', '=', person),
);

export const insertChat = statement([ROW], (db, row: ChatRow) =>
  db.insertInto('notice_chat').values(row).returningAll(),
);

/** In place of the one that the person may have. */
export const replaceChat = statement([ROW], (db, row: ChatRow) =>
  insertChat(db, row).onConflict((conflict) => conflict.column('person').doUpdateSet(row)),
);

const rooms = statement([PLACE], (db, { tenant, service }: Place) =>
  db.selectFrom('notice_chat').selectAll().where('tenant', '=', tenant).where('service', '=', service),
);

/** The rooms that get a kind. */
export const selectRoomsFor = statement([PLACE, 'withdrawal.vote'], (db, place: Place, kind: string) =>
  rooms(db, place)
    .where(sql<boolean>`${kind} = any(kinds)`)
    .where('disabled_at', 'is', null),
);

export const selectRooms = statement([PLACE], (db, place: Place) => rooms(db, place).orderBy('room'));

/** Serializes creations of a tenant until the transaction ends, so that the limit holds. */
export const lockRooms = statement(['acme'], (db, tenant: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${tenant}, 7216340045))`.as('locked')),
);

export const lockRoom = statement([PLACE, ID], (db, place: Place, id: string) =>
  rooms(db, place).where('id', '=', id).forUpdate(),
);

export const deleteRoom = statement([ID], (db, id: string) =>
  db.deleteFrom('notice_chat').where('id', '=', id).returning('id'),
);
