import { Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { lockPending, requirePending } from './propose.ts';
import { toProposal, type Proposal } from './schema.ts';
import { endProposal } from './store.ts';

/** Ends a proposal; only its proposer can. */
export async function withdrawProposal(context: Context<Db>, id: string): Promise<Proposal> {
  return (await run(context, withdraw, { id })).result;
}

/** Ends a proposal; its proposer cannot. */
export async function refuseProposal(context: Context<Db>, id: string): Promise<Proposal> {
  return (await run(context, refuse, { id })).result;
}

const withdraw = ending('proposal.withdraw', 'WITHDRAWN', (isProposer) =>
  isProposer ? undefined : 'Only its proposer can withdraw it. Refuse it instead.',
);
const refuse = ending('proposal.refuse', 'REFUSED', (isProposer) =>
  isProposer ? 'You proposed it. Withdraw it instead.' : undefined,
);

function ending(
  name: `proposal.${string}`,
  to: 'WITHDRAWN' | 'REFUSED',
  objection: (isProposer: boolean) => string | undefined,
) {
  return command({
    name,
    scope: 'program:edit',
    lock: (tx, { id }: { readonly id: string }, context) => lockPending(tx, id, context),
    decide({ row, isOwn }, _input, { actor, now }) {
      requirePending(row, to.toLowerCase());
      const refusal = objection(isOwn);
      if (refusal !== undefined) throw new Problem('unprocessable', refusal);
      const { id, tenant, kind, proposed_by } = row;
      return {
        change: { tenant, id, end: { status: to, ended_by: actor.id, ended_at: now, batch: null } },
        audit: { subject: id, details: { kind, proposedBy: proposed_by } },
      };
    },
    async write(tx, { tenant, id, end }) {
      const row = await endProposal(tx, tenant, id, end).executeTakeFirst();
      return row && toProposal(row);
    },
  });
}
