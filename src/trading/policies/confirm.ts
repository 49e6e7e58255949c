import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Policy } from './schema.ts';
import { activatePolicy, lockVersion, replacePolicy, type PolicyRow } from './store.ts';
import { toPolicy } from './to-policy.ts';

interface ConfirmInput {
  readonly version: number;
}

/** Activates a proposed policy. Its proposer cannot. */
export async function confirmPolicy(context: Context<Db>, input: ConfirmInput): Promise<Policy> {
  const { result } = await run(context, confirm, input);
  return toPolicy(result);
}

const confirm = command({
  name: 'policy.confirm',
  scope: 'admin',
  lock: (tx, { version }: ConfirmInput, { actor }) =>
    lockVersion(tx, actor.tenant, version).executeTakeFirst(),
  decide({ tenant, version, status, proposed_by, rules }: PolicyRow, _input, { actor, now }) {
    if (status !== 'PROPOSED') {
      throw new Problem(
        'invalid_transition',
        `Version ${version} is ${status}; only a PROPOSED one can be confirmed.`,
      );
    }
    const confirmedBy = actor.id;
    if (confirmedBy === proposed_by) {
      throw new Problem('unprocessable', 'A second person must confirm it: you proposed it.');
    }
    return {
      change: { tenant, version, confirmedBy, now },
      audit: { subject: String(version), details: { proposedBy: proposed_by, rules } },
    };
  },
  async write(tx, { tenant, version, confirmedBy, now }) {
    await replacePolicy(tx, tenant, 'ACTIVE').execute();
    return activatePolicy(tx, tenant, version, confirmedBy, now).executeTakeFirst();
  },
});
