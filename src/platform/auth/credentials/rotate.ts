import type { Context } from '../../../kernel/index.ts';
import { command, run, type RunOptions } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { makeSecret, refuseRevoked, toCredential, type CredentialWithSecret } from './credential.ts';
import { lockCredential, updateSecret, type CredentialRow } from './store.ts';

type RotateInput = Pick<CredentialRow, 'name' | 'secret_id' | 'secret_hash'>;

/** Gives a new secret. The old one, and every token got with it, ends at once. */
export async function rotateCredential(
  context: Context<Db>,
  { name }: { readonly name: string },
  options?: RunOptions,
): Promise<CredentialWithSecret> {
  const { secret, stored } = await makeSecret();
  const { result } = await run(context, rotateCommand, { name, ...stored }, options);
  return { credential: toCredential(result), secret };
}

const rotateCommand = command({
  name: 'credential.rotate',
  scope: 'admin',
  lock: (tx, { name }: RotateInput) => lockCredential(tx, name).executeTakeFirst(),
  decide(row: CredentialRow, { name, secret_id, secret_hash }, { now }) {
    refuseRevoked(row);
    return {
      change: { id: row.id, oldSecretId: row.secret_id, secret_id, secret_hash, now },
      audit: { subject: row.id, details: { name } },
    };
  },
  async write(tx, { id, oldSecretId, secret_id, secret_hash, now }) {
    await revokeSecret(tx, oldSecretId, now);
    return updateSecret(tx, id, secret_id, secret_hash, now).executeTakeFirst();
  },
});
