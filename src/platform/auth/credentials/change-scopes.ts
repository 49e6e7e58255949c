import { invalid, newId, type Context } from '../../../kernel/index.ts';
import { command, run, type RunOptions } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeSecret } from '../revocations/index.ts';
import { grantFaults } from '../scopes.ts';
import { refuseRevoked, toCredential, type Credential } from './credential.ts';
import { lockCredential, updateScopes, type CredentialRow } from './store.ts';

interface ChangeScopesInput {
  readonly name: string;
  /** Replaces all scopes, before others are added and removed. */
  readonly set?: readonly string[] | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** Changes what the credential may do. Its secret stays; its tokens end at once, because they carry the old scopes. */
export async function changeScopes(
  context: Context<Db>,
  input: ChangeScopesInput,
  options?: RunOptions,
): Promise<Credential> {
  const { result } = await run(context, changeCommand, { ...input, newSecretId: newId() }, options);
  return toCredential(result);
}

const changeCommand = command({
  name: 'credential.change-scopes',
  scope: 'admin',
  lock: (tx, { name }: ChangeScopesInput & { newSecretId: string }) =>
    lockCredential(tx, name).executeTakeFirst(),
  decide(row: CredentialRow, input, { now }) {
    refuseRevoked(row);
    const scopes = newScopes(row, input);
    return {
      change: { id: row.id, oldSecretId: row.secret_id, newSecretId: input.newSecretId, scopes, now },
      audit: { subject: row.id, details: { name: row.name, before: row.scopes, after: scopes } },
    };
  },
  async write(tx, { id, oldSecretId, newSecretId, scopes, now }) {
    await revokeSecret(tx, oldSecretId, now);
    return updateScopes(tx, id, newSecretId, scopes).executeTakeFirst();
  },
});

function newScopes(row: CredentialRow, { set = row.scopes, add = [], remove = [] }: ChangeScopesInput) {
  const kept = [...set, ...add].filter((scope) => !remove.includes(scope));
  const scopes = [...new Set(kept)];
  const faults = [
    ...grantFaults({ scopes, partner_uid: row.partner_uid }),
    ...remove
      .filter((scope) => !row.scopes.includes(scope))
      .map((scope) => `${scope} cannot be removed: ${row.name} does not have it`),
  ];
  if (faults.length > 0) throw invalid({ scopes: faults });
  return scopes;
}
