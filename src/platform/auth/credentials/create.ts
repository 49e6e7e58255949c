import {
  IDENTIFIER_FORM,
  isIdentifier,
  Problem,
  refuseFieldErrors,
  type Context,
  type FieldErrors,
} from '../../../kernel/index.ts';
import { command, run, type RunOptions } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { grantFaults } from '../scopes.ts';
import { isName, makeSecret, toCredential, type CredentialWithSecret } from './credential.ts';
import { insertCredential, lockCredential, type CredentialRow } from './store.ts';

interface CreateInput {
  readonly kind: 'client' | 'person';
  readonly name: string;
  readonly tenant: string;
  readonly partnerUid?: string | undefined;
  /** None by default. */
  readonly scopes?: readonly string[] | undefined;
}

type NewRow = Omit<CredentialRow, 'id' | 'created_at' | 'rotated_at' | 'revoked_at'>;

export async function createCredential(
  context: Context<Db>,
  input: CreateInput,
  options?: RunOptions,
): Promise<CredentialWithSecret> {
  const { kind, name, tenant, partnerUid = null } = input;
  const scopes = [...new Set(input.scopes)];
  check(input, scopes);
  const { secret, stored } = await makeSecret();
  const row = { kind, name, tenant, partner_uid: partnerUid, scopes, ...stored };
  const { result } = await run(context, createCommand, row, options);
  return { credential: toCredential(result), secret };
}

const createCommand = command({
  name: 'credential.create',
  scope: 'admin',
  async lock(tx, { name }: NewRow) {
    return { namesake: await lockCredential(tx, name).executeTakeFirst() };
  },
  decide({ namesake }, input, facts) {
    const { kind, name, tenant, partner_uid, scopes } = input;
    if (namesake) throw new Problem('conflict', `The name ${name} is taken. A name is never reused.`);
    return {
      change: { ...input, id: facts.id, created_at: facts.now, rotated_at: null, revoked_at: null },
      audit: { subject: facts.id, details: { kind, name, tenant, partnerUid: partner_uid, scopes } },
    };
  },
  write: (tx, row) => insertCredential(tx, row).executeTakeFirst(),
});

const NAME_FORM = 'must have 1 to 128 letters, digits or . _ @ + - and begin with a letter or digit';

function check({ name, tenant, partnerUid }: CreateInput, scopes: readonly string[]): void {
  const errors: FieldErrors = {};
  if (!isName(name)) errors['name'] = [NAME_FORM];
  if (!isName(tenant)) errors['tenant'] = [NAME_FORM];
  if (partnerUid !== undefined && !isIdentifier(partnerUid)) {
    errors['partnerUid'] = [`must be ${IDENTIFIER_FORM}`];
  }
  const faults = grantFaults({ scopes, partner_uid: partnerUid });
  if (faults.length > 0) errors['scopes'] = faults;
  refuseFieldErrors(errors);
}
