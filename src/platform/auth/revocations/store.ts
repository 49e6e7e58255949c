import { statement } from '../../postgres/index.ts';

declare module '../../postgres/connect.ts' {
  interface Tables {
    revocation: { id: string; expires_at: Date };
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);

export const insertRevocation = statement([ID, TIME], (db, id: string, expiresAt: Date) =>
  db
    .insertInto('revocation')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const selectRevoked = statement([[ID]], (db, ids: readonly string[]) =>
  db.selectFrom('revocation').select('id').where('id', 'in', ids).limit(1),
);

export const selectLiveRevocations = statement([TIME], (db, now: Date) =>
  db.selectFrom('revocation').select(['id', 'expires_at']).where('expires_at', '>', now),
);

export const deleteExpiredRevocations = statement([TIME], (db, now: Date) =>
  db.deleteFrom('revocation').where('expires_at', '<=', now),
);
