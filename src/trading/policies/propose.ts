import type { Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { requireMatch } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { checkRules } from './check.ts';
import { policyOccasion } from './notices.ts';
import type { Policy, Proposal } from './schema.ts';
import { toPolicies } from './show.ts';
import { insertPolicy, lockNewest, replacePolicy, selectCurrent, type PolicyRow } from './store.ts';
import { toPolicy } from './to-policy.ts';

/** Proposes rules, which take effect when a second person confirms them. Replaces an earlier proposal. */
export async function proposePolicy(
  context: Context<Db>,
  input: Proposal,
  ifMatch?: string,
): Promise<Policy> {
  checkRules(input.rules, input.groups);
  return (await run(context, propose, { ...input, ifMatch })).result;
}

const propose = command({
  name: 'policy.propose',
  scope: 'admin',
  async lock(tx, _input: Proposal & { readonly ifMatch: string | undefined }, { actor }) {
    const newest = await lockNewest(tx, actor.tenant).executeTakeFirst();
    const { etag } = toPolicies(await selectCurrent(tx, actor.tenant).execute());
    return { newest: newest?.version ?? 0, etag };
  },
  decide({ newest, etag }, { rules, groups = {}, ifMatch }, { actor, now }) {
    requireMatch(ifMatch, etag);
    const change: PolicyRow = {
      tenant: actor.tenant,
      version: newest + 1,
      status: 'PROPOSED',
      rules,
      groups,
      proposed_by: actor.id,
      proposed_at: now,
      confirmed_by: null,
      confirmed_at: null,
      ended_by: null,
      ended_at: null,
    };
    const subject = String(change.version);
    return { change, audit: { subject, details: { rules, groups } }, jobs: [policyOccasion(subject)] };
  },
  async write(tx, row) {
    await replacePolicy(tx, row.tenant, 'PROPOSED').execute();
    const made = await insertPolicy(tx, row).executeTakeFirst();
    return made && toPolicy(made);
  },
});
