import { Decimal, invalid, Problem } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import {
  listAccounts,
  lockFigures,
  MANUAL_KINDS,
  post,
  readFigures,
  type Figures,
  type ManualKind,
} from '../wallets/index.ts';
import { readPartner } from './partners/index.ts';
import {
  endProposal,
  lockPending,
  requireSecond,
  storeProposal,
  toProposal,
  type Proposal,
  type ProposalRow,
} from './proposals/index.ts';
import type { NewEntry } from './schema.ts';

/** The kind of proposals that become entries of a ledger. */
export const LEDGER_ENTRIES = 'ledger-entries';
const MOST_DECIMALS = 8;
const LIMIT = Decimal.parse('1000000000000');

/** Proposes a clawback, a bonus or a write-off, which a second person confirms. */
export async function proposeEntry(
  context: FactsContext,
  partnerUid: string,
  { account_id, kind, amount: text, reason }: NewEntry,
): Promise<Proposal> {
  await readPartner(context, partnerUid);
  const { currency } = await findAccount(context, partnerUid, account_id);
  const amount = readAmount(text);
  if (kind === 'write_off') {
    const figuresOf = await readFigures(context.db, [account_id], context.clock.now());
    checkDebt(amount, figuresOf(account_id), currency);
  }
  const fact = { partner_uid: partnerUid, account_id, entry: kind, amount: amount.toString(), currency };
  return storeProposal(context, { kind: LEDGER_ENTRIES, facts: [fact], reason });
}

function readAmount(text: string): Decimal {
  const amount = Decimal.tryParse(text)?.trim();
  if (!amount || amount.sign <= 0) throw invalid({ amount: ['must be a positive decimal such as "120.50"'] });
  if (amount.scale > MOST_DECIMALS)
    throw invalid({ amount: [`must have at most ${MOST_DECIMALS} decimals`] });
  if (amount.compare(LIMIT) >= 0) throw invalid({ amount: [`must be less than ${LIMIT.toString()}`] });
  return amount;
}

async function findAccount(context: FactsContext, partnerUid: string, id: string) {
  const accounts = await listAccounts({ ...context, actor: { ...context.actor, partnerUid } });
  const account = accounts.find((each) => each.id === id && each.type === 'reward');
  if (account) return account;
  const rule = `must be an account into which ${partnerUid} earns`;
  throw new Problem('unprocessable', `account_id ${rule}.`, { errors: { account_id: [rule] } });
}

function checkDebt(amount: Decimal, { debt }: Figures, currency: string): void {
  if (amount.compare(debt) <= 0) return;
  const rule = `must be at most ${debt.trim().toString()} ${currency}, which the account owes`;
  throw new Problem('unprocessable', `amount ${rule}.`, { errors: { amount: [rule] } });
}

interface Entry {
  readonly partner_uid: string;
  readonly account_id: string;
  readonly kind: ManualKind;
  readonly amount: Decimal;
  readonly currency: string;
  readonly reason: string;
}

function entryOf({ facts, reason }: ProposalRow): Entry {
  const [{ partner_uid, account_id, entry, amount, currency } = {}] = facts;
  const kind = MANUAL_KINDS.find((each) => each === entry);
  if (kind === undefined || reason === null) throw new Error('The proposal is of no entry.');
  return {
    partner_uid: String(partner_uid),
    account_id: String(account_id),
    kind,
    amount: Decimal.parse(String(amount)),
    currency: String(currency),
    reason,
  };
}

interface Confirming {
  readonly id: string;
  readonly entry: Entry;
  /** Of the account. */
  readonly name: string;
}

/** Posts the entry that was proposed. Its proposer cannot. The entry and the confirmation are one transaction. */
export async function confirmEntry(context: FactsContext, proposal: ProposalRow): Promise<Proposal> {
  const entry = entryOf(proposal);
  const { name } = await findAccount(context, entry.partner_uid, entry.account_id);
  return (await run(context, confirm, { id: proposal.id, entry, name })).result;
}

const confirm = command({
  name: 'proposal.confirm',
  scope: 'program:edit',
  async lock(tx, { id, entry }: Confirming, context) {
    const pending = await lockPending(tx, id, context);
    if (!pending) return undefined;
    const figuresOf = await lockFigures(tx, [entry.account_id], context.clock.now());
    return { ...pending, figures: figuresOf(entry.account_id) };
  },
  approves: ({ row: { id, kind, action, facts } }) => ({ id, kind, action, facts }),
  decide({ row, isOwn, figures }, { entry, name }, { now }) {
    requireSecond({ row, isOwn });
    if (entry.kind === 'write_off') checkDebt(entry.amount, figures, entry.currency);
    const { id, tenant, kind, action, facts, reason, proposed_by } = row;
    return {
      change: { tenant, id, entry, name, now },
      audit: { subject: id, details: { kind, action, facts, reason, proposedBy: proposed_by } },
    };
  },
  async write(tx, { tenant, id, entry, name, now }, { actor }) {
    const { account_id, partner_uid, currency, kind, reason } = entry;
    const amount = (kind === 'clawback' ? entry.amount.negate() : entry.amount).toString();
    const posting = { account_id, partner_uid, name, currency, type: 'reward' as const, amount };
    await post(tx, { kind, reference: `proposal:${id}`, reason, at: now, postings: [posting] });
    const end = { status: 'CONFIRMED' as const, ended_by: actor.id, ended_at: now, batch: null };
    const row = await endProposal(tx, tenant, id, end).executeTakeFirst();
    return row && toProposal(row);
  },
});
