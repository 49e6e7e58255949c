import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { powersOf } from '../scopes.ts';
import { defineChange, type ChangeTarget } from './change.ts';
import { makeSecret, type CredentialWithSecret } from './credential.ts';
import type { CredentialRow } from './store.ts';

/** Replaces the secret. The old one, and every token issued for it, ends at once. */
export async function rotateCredential(
  context: Context<Db>,
  target: ChangeTarget,
): Promise<CredentialWithSecret> {
  const { secret, stored } = await makeSecret();
  return { credential: await replacingSecret.performHere(context, { ...target, ...stored }), secret };
}

type NewSecret = ChangeTarget & Pick<CredentialRow, 'secret_id' | 'secret_hash'>;

/** Until a second admin has confirmed it, the old secret works and the new one does not. */
export const replacingSecret = defineChange({
  action: 'credential.rotate',
  decide: (_row, { secret_id, secret_hash }: NewSecret, { now }) => ({
    change: { secret_id, secret_hash, rotated_at: now },
  }),
  gives: powersOf,
  showsSecret: true,
});
