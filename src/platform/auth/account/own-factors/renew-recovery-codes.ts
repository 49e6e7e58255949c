import { Problem, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '../../factors/index.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';
import { readFactors, withFactor } from './read.ts';
import { replaceCodes, type NewCodes } from './replace-codes.ts';

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(context: Context<Db>): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const { credentialId } = ownSession(context);
  await run(asSelf(context), renewCommand, { credentialId, hashes: codes.map(hashRecoveryCode) });
  return codes;
}

const renewCommand = command({
  name: 'factor.renew-recovery-codes',
  scope: SCOPE,
  lock: (tx, { credentialId }: NewCodes) => readFactors(tx, credentialId),
  approves: withFactor((_input: NewCodes) => ({ recoveryCodes: 'renew' })),
  decide({ hasApp }, input) {
    if (!hasApp)
      throw new Problem('unprocessable', 'Recovery codes replace an authenticator app: add one first.');
    return { change: input, audit: { subject: input.credentialId, details: {} } };
  },
  async write(tx, input) {
    await replaceCodes(tx, input);
    return {};
  },
});
