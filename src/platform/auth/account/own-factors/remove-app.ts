import { Problem, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { deleteRecoveryCodes, deleteTotp } from '../../factors/index.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';
import { readFactors, withFactor } from './read.ts';

export async function removeApp(context: Context<Db>): Promise<void> {
  await run(asSelf(context), removeAppCommand, ownSession(context));
}

const removeAppCommand = command({
  name: 'factor.remove-app',
  scope: SCOPE,
  lock: (tx, { credentialId }: { credentialId: string }) => readFactors(tx, credentialId),
  approves: withFactor((_input: { credentialId: string }) => ({ app: 'remove' })),
  decide({ hasApp }, { credentialId }) {
    if (!hasApp) throw new Problem('not_found', 'You have no authenticator app.');
    return { change: { credentialId }, audit: { subject: credentialId, details: {} } };
  },
  async write(tx, { credentialId }) {
    await deleteRecoveryCodes(tx, credentialId).execute();
    return deleteTotp(tx, credentialId).executeTakeFirst();
  },
});
