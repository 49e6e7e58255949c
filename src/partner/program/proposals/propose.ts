import { invalid, Problem, type Context } from '../../../kernel/index.ts';
import { isSamePerson } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import { checkFacts, inList } from '../../facts/intake/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { proposalOccasion } from './notices.ts';
import { toProposal, type NewProposal, type Proposal } from './schema.ts';
import { insertProposal, lockProposal, type ProposalRow } from './store.ts';

/** The kinds that decide what is paid to whom, or what partners are promised. */
const PROPOSABLE = [
  'tariffs',
  'tier-changes',
  'tier-levels',
  'suspensions',
  'partners',
  'links',
  'shares',
] as const;

/** Proposes facts to send or to withdraw, which takes effect when a second person confirms it. */
export async function proposeChange(
  context: FactsContext,
  input: NewProposal,
  placeOf = inList('facts'),
): Promise<Proposal> {
  const { kind, action = 'send' } = input;
  if (!PROPOSABLE.some((name) => name === kind))
    throw invalid({ kind: [`must be one of ${PROPOSABLE.join(', ')}`] });
  if (action === 'send') await checkFacts(context, kind, input.facts, placeOf);
  return storeProposal(context, input);
}

/** Keeps what was checked. */
export async function storeProposal(context: FactsContext, input: NewProposal): Promise<Proposal> {
  return (await run(context, propose, input)).result;
}

const propose = command({
  name: 'proposal.create',
  scope: 'program:edit',
  decide(_state, { kind, action = 'send', facts, ...input }: NewProposal, { actor, now, id }) {
    const reason = input.reason ?? null;
    const change: ProposalRow = {
      id,
      tenant: actor.tenant,
      status: 'PROPOSED',
      kind,
      action,
      facts,
      reason,
      proposed_by: actor.id,
      proposed_at: now,
      ended_by: null,
      ended_at: null,
      batch: null,
    };
    return {
      change,
      jobs: [proposalOccasion(id)],
      audit: { subject: id, details: { kind, action, facts, reason } },
    };
  },
  async write(tx, row) {
    const made = await insertProposal(tx, row).executeTakeFirst();
    return made && toProposal(made);
  },
});

interface Pending {
  readonly row: ProposalRow;
  /** Whether the caller counts as who proposed it. */
  readonly isOwn: boolean;
}

export async function lockPending(
  tx: Tx,
  id: string,
  { actor, clock }: Context<Db>,
): Promise<Pending | undefined> {
  const row: ProposalRow | undefined = await lockProposal(tx, actor.tenant, id).executeTakeFirst();
  const own = { by: actor.id, at: clock.now() };
  return row && { row, isOwn: await isSamePerson(tx, { by: row.proposed_by, at: row.proposed_at }, own) };
}

/** Refuses a proposal that has ended, and the person who proposed it. */
export function requireSecond({ row, isOwn }: Pending): void {
  requirePending(row, 'confirmed');
  if (isOwn)
    throw new Problem('unprocessable', 'A second person must confirm it: it counts as your proposal.');
}

export function requirePending({ status }: ProposalRow, wanted: string): void {
  if (status === 'PROPOSED') return;
  throw new Problem('invalid_transition', `The proposal is ${status}; only a PROPOSED one can be ${wanted}.`);
}
