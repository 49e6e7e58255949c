import { Problem, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { deletePasskey } from '../../factors/index.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';
import { readFactors, withFactor } from './read.ts';

export async function removePasskey(context: Context<Db>, id: string): Promise<void> {
  const { credentialId } = ownSession(context);
  await run(asSelf(context), removePasskeyCommand, { id, credentialId });
}

const removePasskeyCommand = command({
  name: 'factor.remove-passkey',
  scope: SCOPE,
  lock: (tx, { credentialId }: { id: string; credentialId: string }) => readFactors(tx, credentialId),
  approves: withFactor(({ id }: { id: string; credentialId: string }) => ({ id })),
  decide({ passkeys }, { id, credentialId }) {
    const passkey = passkeys.find((known) => known.id === id);
    if (passkey === undefined) throw new Problem('not_found', 'There is no such passkey.');
    return {
      change: { id, credentialId },
      audit: { subject: credentialId, details: { passkey: id, name: passkey.name } },
    };
  },
  write: (tx, { id, credentialId }) => deletePasskey(tx, credentialId, id).executeTakeFirst(),
});
