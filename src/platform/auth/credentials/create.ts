import {
  IDENTIFIER_FORM,
  invalid,
  isIdentifier,
  Problem,
  refuseFieldErrors,
  type Context,
  type FieldErrors,
} from '../../../kernel/index.ts';
import { command } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { takesTwo } from '../proposals/index.ts';
import { grantFaults, powersOf } from '../scopes.ts';
import { isName, makeSecret, toCredential, type CredentialWithSecret } from './credential.ts';
import { insertCredential, lockCredential, type CredentialRow } from './store.ts';

interface CreateInput {
  readonly kind: 'client' | 'person';
  readonly name: string;
  readonly tenant: string;
  readonly partnerUid?: string | undefined;
  /** None by default. */
  readonly scopes?: readonly string[] | undefined;
  /** The person who answers for a client. It cannot be changed later. */
  readonly owner?: string | undefined;
}

type NewRow = Omit<CredentialRow, 'id' | 'created_at' | 'rotated_at' | 'revoked_at'>;

export async function createCredential(
  context: Context<Db>,
  input: CreateInput,
): Promise<CredentialWithSecret> {
  const { row, secret } = await prepareCredential(input);
  return { credential: toCredential(await creating.performHere(context, row)), secret };
}

/** A checked row with a new secret. */
export async function prepareCredential(input: CreateInput): Promise<{ row: NewRow; secret: string }> {
  const { kind, name, tenant, partnerUid = null, owner = null } = input;
  const scopes = [...new Set(input.scopes)];
  check(input, scopes);
  const { secret, stored } = await makeSecret();
  return {
    row: { kind, name, tenant, partner_uid: partnerUid, scopes, roles: [], owner, ...stored },
    secret,
  };
}

const createCommand = command({
  name: 'credential.create',
  scope: 'admin',
  async lock(tx, { name, owner }: NewRow) {
    return {
      namesake: await lockCredential(tx, name).executeTakeFirst(),
      owner: owner === null ? undefined : await lockCredential(tx, owner).executeTakeFirst(),
    };
  },
  approves: (_state, { kind, name, scopes, owner }) => ({ kind, name, scopes, owner }),
  decide(state, input, circumstances) {
    const { kind, name, tenant, partner_uid, scopes, owner } = input;
    refuseTakenName(state.namesake);
    if (owner !== null) checkOwner(state.owner, input);
    return {
      change: {
        ...input,
        id: circumstances.id,
        created_at: circumstances.now,
        rotated_at: null,
        revoked_at: null,
      },
      audit: {
        subject: circumstances.id,
        details: { kind, name, tenant, partnerUid: partner_uid, scopes, ...(owner !== null && { owner }) },
      },
    };
  },
  write: (tx, row) => insertCredential(tx, row).executeTakeFirst(),
});

export const creating = takesTwo({
  command: createCommand,
  accountOf: (_state, { name, tenant }: NewRow) => ({ name, tenant }),
  gives: (_state, row) => powersOf(row),
  shows: 'secret',
});

/** Names are never reused: the audit log knows a credential by its name. */
export function refuseTakenName(namesake: CredentialRow | undefined): void {
  if (namesake) throw new Problem('conflict', `The name ${namesake.name} is taken. A name is never reused.`);
}

function checkOwner(owner: CredentialRow | undefined, { kind, tenant }: NewRow): void {
  const fault = ownerFault(owner, kind, tenant);
  if (fault !== undefined) throw invalid({ owner: [fault] });
}

function ownerFault(owner: CredentialRow | undefined, kind: string, tenant: string): string | undefined {
  if (kind === 'person') return 'is only for clients: a person has no owner';
  if (owner?.kind !== 'person' || owner.revoked_at !== null) return 'must be the login of a person';
  return owner.tenant === tenant ? undefined : 'must be of the same tenant';
}

const NAME_FORM = 'must have 1 to 128 letters, digits or . _ @ + - and begin with a letter or digit';

function check(input: CreateInput, scopes: readonly string[]): void {
  const errors = identityFaults(input);
  const faults = grantFaults({ scopes, partner_uid: input.partnerUid });
  if (faults.length > 0) errors['scopes'] = faults;
  refuseFieldErrors(errors);
}

/** What is wrong with the name, the tenant and the partner of a new credential. */
export function identityFaults({
  name,
  tenant,
  partnerUid,
}: Pick<CreateInput, 'name' | 'tenant' | 'partnerUid'>): FieldErrors {
  const errors: FieldErrors = {};
  if (!isName(name)) errors['name'] = [NAME_FORM];
  if (!isName(tenant)) errors['tenant'] = [NAME_FORM];
  if (partnerUid !== undefined && !isIdentifier(partnerUid)) {
    errors['partnerUid'] = [`must be ${IDENTIFIER_FORM}`];
  }
  return errors;
}
