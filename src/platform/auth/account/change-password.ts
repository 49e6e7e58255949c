import { invalid, Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { hashSecret, lockCredential, updateCredential } from '../credentials/index.ts';
import type { Identity } from '../identity.ts';
import { passwordFaults } from '../people/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { asSelf, SCOPE } from './as-self.ts';
import { ownSession } from './confirm.ts';

/** Changes the caller's password and ends all their sessions and tokens. */
export async function changePassword(
  context: Context<Db>,
  { attempts }: Identity,
  input: { readonly current: string; readonly new: string; readonly ip: string },
): Promise<void> {
  const { id: name } = context.actor;
  ownSession(context);
  const faults = await passwordFaults(name, input.new);
  if (faults.length > 0) throw invalid({ new: faults });
  const person = await attempts.prove(context, { kind: 'person', name, secret: input.current, ip: input.ip });
  if (person === undefined) throw invalid({ current: ['is not your password'] });
  const { id, secret_id: oldSecretId } = person;
  const change = { id, name, oldSecretId, hash: await hashSecret(input.new) };
  await run(asSelf(context), changePasswordCommand, change);
}

interface NewPassword {
  readonly id: string;
  readonly name: string;
  readonly oldSecretId: string;
  readonly hash: string;
}

const changePasswordCommand = command({
  name: 'person.change-password',
  scope: SCOPE,
  lock: (tx, { name }: NewPassword) => lockCredential(tx, name).executeTakeFirst(),
  decide({ secret_id }, { id, oldSecretId, hash }, { now, newId }) {
    if (secret_id !== oldSecretId)
      throw new Problem('conflict', 'The password was changed at the same time.');
    return { change: { id, oldSecretId, hash, now, secretId: newId() }, audit: { subject: id, details: {} } };
  },
  async write(tx, { id, oldSecretId, hash, now, secretId }) {
    await revokeSecret(tx, oldSecretId, now);
    const change = { secret_id: secretId, secret_hash: hash, rotated_at: now };
    return updateCredential(tx, id, change).executeTakeFirst();
  },
});
