import { Problem, type Context } from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Policy } from './schema.ts';
import { endProposal, lockVersion, type PolicyRow } from './store.ts';
import { toPolicy } from './to-policy.ts';

interface EndInput {
  readonly version: number;
}

/** Ends a proposal; only its proposer can. */
export async function withdrawPolicy(context: Context<Db>, input: EndInput): Promise<Policy> {
  return (await run(context, withdraw, input)).result;
}

/** Ends a proposal; its proposer cannot. */
export async function refusePolicy(context: Context<Db>, input: EndInput): Promise<Policy> {
  return (await run(context, refuse, input)).result;
}

const withdraw = ending('policy.withdraw', 'WITHDRAWN', (isProposer) =>
  isProposer ? undefined : 'Only its proposer can withdraw it. Refuse it instead.',
);
const refuse = ending('policy.refuse', 'REFUSED', (isProposer) =>
  isProposer ? 'You proposed it. Withdraw it instead.' : undefined,
);

function ending(
  name: `policy.${string}`,
  to: 'WITHDRAWN' | 'REFUSED',
  objection: (isProposer: boolean) => string | undefined,
) {
  return command({
    name,
    scope: 'admin',
    async lock(tx, { version }: EndInput, { actor, clock }) {
      const row: PolicyRow | undefined = await lockVersion(tx, actor.tenant, version).executeTakeFirst();
      const own = { by: actor.id, at: clock.now() };
      return row && { row, isOwn: await isSamePerson(tx, { by: row.proposed_by, at: row.proposed_at }, own) };
    },
    decide({ row: { tenant, version, status, proposed_by }, isOwn }, _input, { actor, now }) {
      if (status !== 'PROPOSED') {
        throw new Problem(
          'invalid_transition',
          `Version ${version} is ${status}; only a PROPOSED one can become ${to}.`,
        );
      }
      const refusal = objection(isOwn);
      if (refusal !== undefined) throw new Problem('unprocessable', refusal);
      return {
        change: { tenant, version, end: { status: to, ended_by: actor.id, ended_at: now } },
        audit: { subject: String(version), details: { proposedBy: proposed_by } },
      };
    },
    async write(tx, { tenant, version, end }) {
      const row = await endProposal(tx, tenant, version, end).executeTakeFirst();
      return row && toPolicy(row);
    },
  });
}
