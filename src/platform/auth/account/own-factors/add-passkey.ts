import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalid, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { finishRegistration, insertPasskey, type PasskeyRow } from '../../factors/index.ts';
import type { Identity } from '../../identity.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';

interface NewPasskey {
  readonly challenge: string;
  readonly name: string;
  readonly response: object;
}

export async function addPasskey(
  context: Context<Db>,
  { site }: Identity,
  { challenge, name, response }: NewPasskey,
): Promise<PasskeyRow> {
  const { credentialId } = ownSession(context);
  const { db, clock } = context;
  const registered = { challenge, name, response: response as RegistrationResponseJSON };
  const passkey = await finishRegistration({ db, clock, site }, credentialId, registered);
  if (passkey === undefined) throw invalid({ response: ['is not valid for this challenge'] });
  return (await run(asSelf(context), addPasskeyCommand, passkey)).result;
}

const addPasskeyCommand = command({
  name: 'factor.add-passkey',
  scope: SCOPE,
  decide: (_state, passkey: PasskeyRow) => {
    const { id, name, credential_id } = passkey;
    return { change: passkey, audit: { subject: credential_id, details: { passkey: id, name } } };
  },
  write: async (tx, passkey) => (await insertPasskey(tx, passkey).executeTakeFirst()) && passkey,
});
