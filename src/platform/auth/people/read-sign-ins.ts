import type { Db } from '../../postgres/index.ts';
import { selectSignIns } from './store.ts';

export const FACTORS = ['password', 'passkey', 'app'] as const;

export interface SignIns {
  /** To a console of either service. */
  readonly lastSignInAt: string | null;
  /** With what they can prove who they are. */
  readonly factors: readonly (typeof FACTORS)[number][];
}

export const NO_SIGN_INS: SignIns = { lastSignInAt: null, factors: [] };

/** By the id of the credential. */
export async function readSignIns(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SignIns>> {
  if (ids.length === 0) return new Map();
  const rows = await selectSignIns(db, ids).execute();
  return new Map(
    rows.map(({ id, has_password, has_passkey, has_app, last_sign_in_at }) => {
      const has = { password: has_password, passkey: has_passkey, app: has_app };
      const factors = FACTORS.filter((factor) => has[factor]);
      return [id, { lastSignInAt: last_sign_in_at?.toISOString() ?? null, factors }];
    }),
  );
}
