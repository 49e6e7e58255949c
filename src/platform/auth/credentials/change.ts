import { Problem, type Actor } from '../../../kernel/index.ts';
import type { JsonObject } from '../../audit/index.ts';
import { command, type Circumstances } from '../../commands/index.ts';
import { takesTwo, type TwoAdmins } from '../proposals/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { foreignGrants, type ServiceName } from '../scopes.ts';
import { etagOf, toCredential, type Credential } from './credential.ts';
import { lockCredential, updateCredential, type CredentialChange, type CredentialRow } from './store.ts';

/** Which credential an admin may change. */
export interface ChangeTarget {
  readonly name: string;
  /** By default either. */
  readonly kind?: CredentialRow['kind'] | undefined;
  /** The service whose admin acts; none at the command line. */
  readonly service?: ServiceName | undefined;
}

interface Change<Input> {
  readonly action: `credential.${string}`;
  /** What a person confirms besides the name; by default nothing. */
  readonly confirms?: (row: CredentialRow, input: Input) => JsonObject;
  readonly decide: (row: CredentialRow, input: Input, circumstances: Circumstances) => Changed;
  /** The powers that somebody gets who did not have them; by default none. */
  readonly gives?: (row: CredentialRow, input: Input) => readonly string[];
  /** Whether the admin is shown a new secret. */
  readonly showsSecret?: boolean;
}

interface Changed {
  readonly change: CredentialChange;
  readonly details?: JsonObject;
}

/** Defines a change of a credential. Every change ends the tokens that were issued to the credential before. */
export function defineChange<Input extends ChangeTarget>({
  action,
  confirms = () => ({}),
  decide,
  gives = () => [],
  showsSecret = false,
}: Change<Input>): TwoAdmins<Input, Credential> {
  const changeCommand = command({
    name: action,
    scope: 'admin',
    lock: (tx, { name }: Input) => lockCredential(tx, name).executeTakeFirst(),
    approves: (row: CredentialRow, input) => ({ name: row.name, ...confirms(row, input) }),
    decide(row, input, circumstances) {
      const { id, name, secret_id, revoked_at } = row;
      refuseForeign(circumstances.actor, row, input);
      if (revoked_at !== null) {
        throw new Problem('invalid_transition', `${name} was revoked at ${revoked_at.toISOString()}.`);
      }
      const { change, details } = decide(row, input, circumstances);
      return {
        change: { id, oldSecretId: secret_id, change, now: circumstances.now },
        audit: { subject: id, details: { name, ...details } },
      };
    },
    async write(tx, { id, oldSecretId, change, now }) {
      await revokeSecret(tx, oldSecretId, now);
      const row = await updateCredential(tx, id, change).executeTakeFirst();
      return row && toCredential(row);
    },
  });
  return takesTwo({
    command: changeCommand,
    accountOf: ({ name, tenant }) => ({ name, tenant }),
    etagOf,
    gives,
    shows: showsSecret ? 'secret' : undefined,
  });
}

/**
 * An operator at the command line may change every credential; an admin those of the own tenant and service, because a
 * new secret or invitation gives its admin what the credential may do.
 */
export function refuseForeign(
  actor: Actor,
  row: CredentialRow,
  { kind = row.kind, service }: ChangeTarget,
): void {
  if (row.kind !== kind || (actor.kind !== 'operator' && actor.tenant !== row.tenant)) {
    throw new Problem('not_found', `There is no such ${kind}.`);
  }
  if (service !== undefined && foreignGrants(service, row).length > 0) {
    throw new Problem('unprocessable', `${row.name} has access to the other service. Use the command line.`);
  }
}
