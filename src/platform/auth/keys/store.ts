import type { JWK } from 'jose';
import { statement } from '../../postgres/index.ts';

export interface SigningKeyRow {
  kid: string;
  public_jwk: JWK;
  sealed_private_key: Buffer;
  created_at: Date;
  expires_at: Date | null;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    signing_key: SigningKeyRow;
  }
}

const TIME = new Date(0);
const ROW: SigningKeyRow = {
  kid: 'kid',
  public_jwk: { kty: 'EC' },
  sealed_private_key: Buffer.alloc(0),
  created_at: TIME,
  expires_at: null,
};

export const selectLiveKeys = statement([TIME], (db, now: Date) =>
  db
    .selectFrom('signing_key')
    .selectAll()
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('created_at'),
);

export const lockSigner = statement([], (db) =>
  db.selectFrom('signing_key').select('kid').where('expires_at', 'is', null).forUpdate(),
);

export const retireSigner = statement([ROW.kid, TIME], (db, kid: string, expiresAt: Date) =>
  db
    .updateTable('signing_key')
    .set({ expires_at: expiresAt })
    .where('kid', '=', kid)
    .where('expires_at', 'is', null),
);

export const insertSigner = statement([ROW], (db, row: SigningKeyRow) =>
  db
    .insertInto('signing_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kid'),
);

export const deleteExpiredKeys = statement([TIME], (db, now: Date) =>
  db.deleteFrom('signing_key').where('expires_at', '<=', now),
);
