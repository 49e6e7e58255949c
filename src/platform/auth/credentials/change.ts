import { Problem, type Context } from '../../../kernel/index.ts';
import type { JsonObject } from '../../audit/index.ts';
import { command, run, type Facts } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { toCredential, type Credential } from './credential.ts';
import { lockCredential, updateCredential, type CredentialChange, type CredentialRow } from './store.ts';

interface Change<Input> {
  readonly action: `credential.${string}`;
  readonly decide: (row: CredentialRow, input: Input, facts: Facts) => Changed;
}

interface Changed {
  readonly change: CredentialChange;
  readonly details?: JsonObject;
}

/** Defines a change of a credential. Every change ends the tokens that were issued to the credential before. */
export function defineChange<Input extends { readonly name: string }>({ action, decide }: Change<Input>) {
  const changeCommand = command({
    name: action,
    scope: 'admin',
    lock: (tx, { name }: Input) => lockCredential(tx, name).executeTakeFirst(),
    decide(row: CredentialRow, input, facts) {
      const { id, name, secret_id, revoked_at } = row;
      if (revoked_at !== null) {
        throw new Problem('invalid_transition', `${name} was revoked at ${revoked_at.toISOString()}.`);
      }
      const { change, details } = decide(row, input, facts);
      return {
        change: { id, oldSecretId: secret_id, change, now: facts.now },
        audit: { subject: id, details: { name, ...details } },
      };
    },
    async write(tx, { id, oldSecretId, change, now }) {
      await revokeSecret(tx, oldSecretId, now);
      return updateCredential(tx, id, change).executeTakeFirst();
    },
  });
  return async (context: Context<Db>, input: Input): Promise<Credential> =>
    toCredential((await run(context, changeCommand, input)).result);
}
