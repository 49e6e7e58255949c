import { Problem } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { appendWithin, checkNext, lockLog, type Appended, type Batch } from '../facts/log/index.ts';
import { ingest, inList, refusal, rowsSource, voidFacts } from '../facts/intake/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { confirmEntry, LEDGER_ENTRIES } from './enter.ts';
import {
  endProposal,
  lockPending,
  requireSecond,
  selectProposal,
  toProposal,
  type Proposal,
  type ProposalRow,
} from './proposals/index.ts';

interface ConfirmInput {
  readonly id: string;
  /** The batch that it becomes; absent if it changes nothing. */
  readonly batch?: Batch | undefined;
}

/**
 * Makes a proposal a batch of the log, or an entry of the ledger. Its proposer cannot. Batch or entry and the confirmation are
 * one transaction.
 */
export async function confirmProposal(context: FactsContext, id: string): Promise<Proposal> {
  const { actor, db } = context;
  const proposal = await selectProposal(db, actor.tenant, id).executeTakeFirst();
  if (!proposal) throw new Problem('not_found', 'There is no such proposal.');
  if (proposal.status === 'CONFIRMED' && proposal.ended_by === actor.id) return toProposal(proposal);
  if (proposal.kind === LEDGER_ENTRIES) return confirmEntry(context, proposal);
  // Refuses the wrong person, and asks for a second factor, before anything is computed.
  await run(context, confirm, { id }, { dryRun: true });
  const append: Append = async (batch) => {
    const { result } = await run(context, confirm, { id, batch });
    if (!result.appended) throw new Error('A batch was not appended.');
    return result.appended;
  };
  const isChanged = await (proposal.action === 'withdraw' ? withdraw : send)(context, proposal, append);
  if (!isChanged) await run(context, confirm, { id });
  return toProposal(await selectProposal(db, actor.tenant, id).executeTakeFirstOrThrow());
}

type Append = (batch: Batch) => Promise<Appended>;

async function withdraw(
  context: FactsContext,
  { kind, facts }: ProposalRow,
  append: Append,
): Promise<boolean> {
  const { withdrawn } = await voidFacts(context, { kind, facts, append });
  return withdrawn > 0;
}

async function send(context: FactsContext, { kind, facts }: ProposalRow, append: Append): Promise<boolean> {
  const summary = await ingest(context, { kind, source: rowsSource(facts), append });
  if (summary.refused > 0) throw refusal(summary, inList('facts'));
  return summary.accepted + summary.replaced > 0;
}

const confirm = command({
  name: 'proposal.confirm',
  scope: 'program:edit',
  async lock(tx, { id, batch }: ConfirmInput, context) {
    const log = batch && (await lockLog(tx));
    const pending = await lockPending(tx, id, context);
    return pending && { ...pending, log };
  },
  approves: ({ row: { id, kind, action, facts } }) => ({ id, kind, action, facts }),
  decide({ row, log, isOwn }, { batch }, { now }) {
    requireSecond({ row, isOwn });
    if (batch && log) checkNext(log, batch);
    const { id, tenant, kind, action, facts, proposed_by } = row;
    return {
      change: { tenant, id, batch, now },
      audit: {
        subject: id,
        details: { kind, action, facts, proposedBy: proposed_by, batch: batch?.number ?? null },
      },
    };
  },
  async write(tx, { tenant, id, batch, now }, { actor }) {
    const appended = batch && (await appendWithin(tx, batch, { actor, now }));
    const end = {
      status: 'CONFIRMED' as const,
      ended_by: actor.id,
      ended_at: now,
      batch: batch ? String(batch.number) : null,
    };
    const row = await endProposal(tx, tenant, id, end).executeTakeFirst();
    return row && { appended };
  },
});
