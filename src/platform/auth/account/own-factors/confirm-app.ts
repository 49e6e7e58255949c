import { invalid, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { checkAppCode, confirmTotp, hashRecoveryCode, makeRecoveryCodes } from '../../factors/index.ts';
import type { Identity } from '../../identity.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';
import { replaceCodes, type NewCodes } from './replace-codes.ts';

/** Makes the app a second factor, and returns new recovery codes. */
export async function confirmApp(
  context: Context<Db>,
  { secrets }: Identity,
  code: string,
): Promise<string[]> {
  const { credentialId } = ownSession(context);
  const { db, clock } = context;
  const isNew = true;
  if (!(await checkAppCode({ db, clock, secrets }, credentialId, code, { isNew }))) {
    throw invalid({ code: ['is not a code of the app, or was used before'] });
  }
  const codes = makeRecoveryCodes();
  await run(asSelf(context), confirmAppCommand, { credentialId, hashes: codes.map(hashRecoveryCode) });
  return codes;
}

const confirmAppCommand = command({
  name: 'factor.add-app',
  scope: SCOPE,
  decide: (_state, input: NewCodes, { now }) => ({
    change: { ...input, now },
    audit: { subject: input.credentialId, details: {} },
  }),
  async write(tx, { credentialId, hashes, now }) {
    const confirmed = await confirmTotp(tx, credentialId, now).executeTakeFirst();
    if (confirmed) await replaceCodes(tx, { credentialId, hashes });
    return confirmed;
  },
});
