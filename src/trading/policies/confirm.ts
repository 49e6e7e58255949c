import { Problem, type Context } from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
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
  return (await run(context, confirm, input)).result;
}

const confirm = command({
  name: 'policy.confirm',
  scope: 'admin',
  async lock(tx, { version }: ConfirmInput, { actor, clock }) {
    const row: PolicyRow | undefined = await lockVersion(tx, actor.tenant, version).executeTakeFirst();
    const own = { by: actor.id, at: clock.now() };
    return row && { row, isOwn: await isSamePerson(tx, { by: row.proposed_by, at: row.proposed_at }, own) };
  },
  approves: ({ row: { version, rules, groups } }) => ({ version, rules, groups }),
  decide({ row, isOwn }, _input, { actor, now }) {
    const { tenant, version, status, proposed_by, rules, groups } = row;
    if (status !== 'PROPOSED') {
      throw new Problem(
        'invalid_transition',
        `Version ${version} is ${status}; only a PROPOSED one can be confirmed.`,
      );
    }
    const confirmedBy = actor.id;
    if (isOwn) {
      throw new Problem('unprocessable', 'A second person must confirm it: it counts as your proposal.');
    }
    return {
      change: { tenant, version, confirmedBy, now },
      audit: { subject: String(version), details: { proposedBy: proposed_by, rules, groups } },
    };
  },
  async write(tx, { tenant, version, confirmedBy, now }) {
    await replacePolicy(tx, tenant, 'ACTIVE').execute();
    const row = await activatePolicy(tx, tenant, version, confirmedBy, now).executeTakeFirst();
    return row && toPolicy(row);
  },
});
