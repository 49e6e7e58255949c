import { Problem, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { beginRegistration, insertTotp, makeTotp } from '../../factors/index.ts';
import type { Identity } from '../../identity.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';
import { readFactors, withFactor } from './read.ts';

const MAX_PASSKEYS = 10;

/** A new passkey or app begins with a proof, so that a stolen session cannot add one. */
const beginCommand = command({
  name: 'factor.begin',
  scope: SCOPE,
  lock: (tx, { credentialId }: Beginning) => readFactors(tx, credentialId),
  approves: withFactor(({ kind }: Beginning) => ({ add: kind })),
  decide: ({ passkeys }, { credentialId, kind }) => {
    if (kind === 'passkey' && passkeys.length >= MAX_PASSKEYS) {
      throw new Problem('unprocessable', `A person can have at most ${MAX_PASSKEYS} passkeys.`);
    }
    return { change: undefined, audit: { subject: credentialId, details: { kind } } };
  },
  write: async () => ({}),
});

interface Beginning {
  readonly credentialId: string;
  readonly kind: 'passkey' | 'app';
}

export async function beginPasskey(context: Context<Db>, { site }: Identity) {
  const { credentialId } = ownSession(context);
  const { db, clock, actor } = context;
  await run(asSelf(context), beginCommand, { credentialId, kind: 'passkey' });
  return beginRegistration({ db, clock, site }, { id: credentialId, name: actor.id });
}

/** A new secret for an authenticator app. It is a factor only once a code of the app confirms it. */
export async function beginApp(context: Context<Db>, { secrets }: Identity) {
  const { credentialId } = ownSession(context);
  await run(asSelf(context), beginCommand, { credentialId, kind: 'app' });
  const { secret, uri, sealed } = makeTotp(secrets, credentialId, context.actor.id, 'Quaestor');
  const stored = await insertTotp(context.db, credentialId, sealed).executeTakeFirst();
  if (stored === undefined) {
    throw new Problem('conflict', 'You have an authenticator app already. Remove it first.');
  }
  return { secret, uri };
}
