import type { Context } from '../../../kernel/index.ts';
import { command, run, type RunOptions } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { refuseRevoked, toCredential, type Credential } from './credential.ts';
import { lockCredential, markRevoked, type CredentialRow } from './store.ts';

interface RevokeInput {
  readonly name: string;
}

/** Ends the credential for good, and at once every token got with it. */
export async function revokeCredential(
  context: Context<Db>,
  input: RevokeInput,
  options?: RunOptions,
): Promise<Credential> {
  const { result } = await run(context, revokeCommand, input, options);
  return toCredential(result);
}

const revokeCommand = command({
  name: 'credential.revoke',
  scope: 'admin',
  lock: (tx, { name }: RevokeInput) => lockCredential(tx, name).executeTakeFirst(),
  decide(row: CredentialRow, { name }, { now }) {
    refuseRevoked(row);
    return {
      change: { id: row.id, secretId: row.secret_id, now },
      audit: { subject: row.id, details: { name } },
    };
  },
  async write(tx, { id, secretId, now }) {
    await revokeSecret(tx, secretId, now);
    return markRevoked(tx, id, now).executeTakeFirst();
  },
});
