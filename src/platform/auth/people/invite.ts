import { newId, Problem, refuseFieldErrors, later, type Actor, type Context } from '../../../kernel/index.ts';
import { command } from '../../commands/index.ts';
import type { Db, Tx } from '../../postgres/index.ts';
import {
  identityFaults,
  insertCredential,
  lockCredential,
  refuseForeign,
  refuseTakenName,
  toCredential,
  updateCredential,
  type ChangeTarget,
  type Credential,
  type CredentialRow,
} from '../credentials/index.ts';
import { deletePasskeys, deleteRecoveryCodes, deleteTotp } from '../factors/index.ts';
import { takesTwo } from '../proposals/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { roleFaults } from '../roles.ts';
import { powersOf, type ServiceName } from '../scopes.ts';
import { invitationOccasions } from './notices.ts';
import { insertInvitation } from './store.ts';
import { newToken } from './token.ts';

const VALID_FOR_MS = 24 * 60 * 60 * 1000;

interface InviteInput {
  /** The service whose admin acts; none at the command line. */
  readonly service?: ServiceName | undefined;
  readonly login: string;
  readonly tenant: string;
  readonly partnerUid?: string | undefined;
  readonly roles: readonly string[];
}

export interface Invitation {
  readonly person: Credential;
  /** For the link; only its hash is stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Creates a person who can do nothing until they use the invitation. */
export async function invitePerson(context: Context<Db>, input: InviteInput): Promise<Invitation> {
  const { token, ...checked } = prepareInvitation(input);
  return { ...(await inviting.performHere(context, checked)), token };
}

/** Takes a person's password, factors and sessions, and invites them again. Never done by the person alone. */
export async function resetPerson(context: Context<Db>, target: ChangeTarget): Promise<Invitation> {
  const { token, tokenHash } = newToken();
  return { ...(await resetting.performHere(context, { ...target, kind: 'person', tokenHash })), token };
}

/** A checked invitation with a new token. */
export function prepareInvitation(input: InviteInput) {
  const { login, tenant, partnerUid } = input;
  const roles = [...new Set(input.roles)];
  const { name, ...errors } = identityFaults({ name: login, tenant, partnerUid });
  if (name !== undefined) errors['login'] = name;
  const faults = roleFaults({ kind: 'person', roles, partner_uid: partnerUid, service: input.service });
  if (faults.length > 0) errors['roles'] = faults;
  refuseFieldErrors(errors);
  return { ...input, roles, ...newToken() };
}

const inviteCommand = command({
  name: 'person.invite',
  scope: 'admin',
  async lock(tx, { login }: InviteInput & { tokenHash: string }) {
    return { namesake: await lockCredential(tx, login).executeTakeFirst() };
  },
  approves: (_state, { login, partnerUid, roles }) => ({
    login,
    ...(partnerUid !== undefined && { partnerUid }),
    roles,
  }),
  decide({ namesake }, input, { actor, id, now }) {
    const { login, tenant, partnerUid = null, roles, tokenHash, service } = input;
    refuseTakenName(namesake);
    refuseOtherTenant(actor, tenant);
    const row: CredentialRow = {
      id,
      kind: 'person',
      name: login,
      tenant,
      partner_uid: partnerUid,
      scopes: [],
      roles: [...roles],
      owner: null,
      secret_id: newId(now),
      secret_hash: null,
      created_at: now,
      rotated_at: null,
      revoked_at: null,
    };
    return {
      change: { row, tokenHash, by: actor.id, now },
      audit: { subject: id, details: { login, tenant, partnerUid, roles } },
      jobs: invitationOccasions(actor, { tenant, secretId: row.secret_id, service }),
    };
  },
  async write(tx, { row, ...invitation }) {
    const created = await insertCredential(tx, row).executeTakeFirst();
    return created && writeInvitation(tx, created, invitation);
  },
});

const resetCommand = command({
  name: 'person.reset',
  scope: 'admin',
  lock: (tx, { name }: ChangeTarget & { tokenHash: string }) => lockCredential(tx, name).executeTakeFirst(),
  approves: ({ name }: CredentialRow) => ({ login: name }),
  decide(person, { tokenHash, ...target }, { actor, now, newId }) {
    refuseForeign(actor, person, target);
    if (person.revoked_at !== null) throw new Problem('invalid_transition', `${person.name} was revoked.`);
    if (person.name === actor.id) {
      throw new Problem('unprocessable', 'Another admin must reset you. Change your own password instead.');
    }
    const secretId = newId();
    const { tenant } = person;
    return {
      change: { person, secretId, tokenHash, by: actor.id, now },
      audit: { subject: person.id, details: { login: person.name } },
      jobs: invitationOccasions(actor, { tenant, secretId, service: target.service }),
    };
  },
  async write(tx, { person, secretId, ...invitation }) {
    await revokeSecret(tx, person.secret_id, invitation.now);
    await deletePasskeys(tx, person.id).execute();
    await deleteTotp(tx, person.id).execute();
    await deleteRecoveryCodes(tx, person.id).execute();
    const change = { secret_id: secretId, secret_hash: null, rotated_at: invitation.now };
    const changed = await updateCredential(tx, person.id, change).executeTakeFirst();
    return changed && writeInvitation(tx, changed, invitation);
  },
});

/** What an invitation shows is enough to become the person, so it takes two admins if the person has a power. */
export const inviting = takesTwo({
  command: inviteCommand,
  accountOf: (_state, { login, tenant }) => ({ name: login, tenant }),
  gives: (_state, { roles }) => powersOf({ scopes: [], roles }),
  shows: 'link',
});

export const resetting = takesTwo({
  command: resetCommand,
  accountOf: ({ name, tenant }) => ({ name, tenant }),
  gives: powersOf,
  shows: 'link',
});

interface NewInvitation {
  readonly tokenHash: string;
  readonly by: string;
  readonly now: Date;
}

async function writeInvitation(tx: Tx, person: CredentialRow, { tokenHash, by, now }: NewInvitation) {
  const expiresAt = later(now, VALID_FOR_MS);
  await insertInvitation(tx, {
    credential_id: person.id,
    token_hash: Buffer.from(tokenHash, 'hex'),
    created_by: by,
    created_at: now,
    expires_at: expiresAt,
    mailed_hash: null,
  }).execute();
  return { person: toCredential(person), expiresAt };
}

function refuseOtherTenant(actor: Actor, tenant: string): void {
  if (actor.kind !== 'operator' && actor.tenant !== tenant) {
    throw new Problem('forbidden', 'People can be invited to your own tenant only.');
  }
}
