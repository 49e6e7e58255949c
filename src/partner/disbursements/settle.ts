import { Decimal, invalid, Problem, type Context } from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { post, release } from '../wallets/index.ts';
import { insertBlock } from './blocking/index.ts';
import { disableDestination, selectDetails } from './destinations/index.ts';
import { creditInvoices } from './documents/index.ts';
import { postingOf, referenceOf } from './ledger.ts';
import { outcomeOccasion } from './notices.ts';
import { readAmount } from './request.ts';
import type { Disbursement, DisbursementStatus, Settlement } from './schema.ts';
import { announce, lockDisbursements, updateDisbursements, type DisbursementRow } from './store.ts';
import { toDisbursement } from './to-disbursement.ts';

/** What became of money that was sent. */
export interface Outcome {
  readonly outcome: Settlement['outcome'];
  readonly reason: string | null;
  /** RETURNED: what came back. */
  readonly returned?: Decimal | undefined;
  /** Whether nothing more may be sent to its destination. */
  readonly disables: boolean;
  /** What another system that paid it calls the payment. */
  readonly reference?: string | undefined;
  /** Why the partner gets no more money for now; null if the partner is not blocked. */
  readonly block: string | null;
}

/** A file that nobody has fetched can still be sent with all of its payments: none of them has failed. */
const FROM: Readonly<Record<Settlement['outcome'], readonly DisbursementStatus[]>> = {
  PAID: ['SENT', 'ACCEPTED'],
  FAILED: ['SENT', 'ACCEPTED'],
  RETURNED: ['PAID'],
};

const EVENT = {
  PAID: 'disbursement.paid',
  FAILED: 'disbursement.failed',
  RETURNED: 'disbursement.returned',
} as const;

export const canSettle = (status: DisbursementStatus, outcome: Settlement['outcome']): boolean =>
  FROM[outcome].includes(status);

/** Books the reported outcome of a disbursement, within the caller's transaction. */
export async function settle(
  tx: Tx,
  row: DisbursementRow,
  { outcome, reason, returned, disables, reference: payment, block }: Outcome,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<DisbursementRow | undefined> {
  const reference = referenceOf(row.number);
  if (outcome === 'RETURNED') {
    const amount = (returned ?? Decimal.parse(row.amount)).toString();
    const postings = [postingOf(row, amount)];
    await post(tx, { kind: 'return', reference: `${reference}:return`, at, postings });
  } else {
    await release(tx, reference);
    if (outcome === 'PAID')
      await post(tx, { kind: 'disbursement', reference, at, postings: [postingOf(row, `-${row.amount}`)] });
  }
  if (outcome !== 'PAID') {
    const unpaid = [{ number: row.number, amount: returned?.toString() }];
    await creditInvoices(tx, row.tenant, unpaid, { reason: reason ?? outcome, at });
  }
  if (disables && row.destination_id !== null)
    await disableDestination(tx, row.destination_id, reason ?? outcome, at);
  if (block !== null) {
    const { tenant, partner_uid } = row;
    await insertBlock(tx, { tenant, partner_uid, reason: block, set_by: 'system', set_at: at }).execute();
  }
  const returned_amount = outcome === 'RETURNED' ? (returned?.toString() ?? row.amount) : null;
  const said = { settled_by: by, settled_at: at, updated_at: at };
  const paid = payment === undefined ? {} : { payment_reference: payment };
  const change = { status: outcome, reason, returned_amount, ...paid, ...said };
  const settled = await updateDisbursements(tx, [row.number], row.status, change).executeTakeFirst();
  await announce(tx, EVENT[outcome], [row.number], at).execute();
  await enqueue(tx, { actor: row }, [outcomeOccasion(row.number, outcome)]);
  return settled;
}

interface Settling extends Settlement {
  readonly number: number;
}

/** A manager says what became of money for which the bank sent no file. Who approved it cannot. */
export async function settleByHand(context: Context<Db>, input: Settling): Promise<Disbursement> {
  if (input.returned_amount !== undefined && input.outcome !== 'RETURNED')
    throw invalid({ returned_amount: ['is only for RETURNED'] });
  return (await run(context, settleOne, input)).result;
}

interface State {
  readonly row: DisbursementRow;
  readonly isOwn: boolean;
  /** Whether the trading service pays it. */
  readonly isOnChain: boolean;
}

const settleOne = command({
  name: 'disbursement.settle',
  scope: 'disbursements:manage',
  async lock(tx, { number }: Settling, { actor, clock }): Promise<State | undefined> {
    const row = await lockDisbursements(tx, actor.tenant, [number]).executeTakeFirst();
    if (!row) return undefined;
    const own = { by: actor.id, at: clock.now() };
    const { approved_by: by, approved_at: at } = row;
    const target =
      row.destination_id === null
        ? undefined
        : await selectDetails(tx, row.destination_id).executeTakeFirst();
    return {
      row,
      isOwn: by !== null && at !== null && (await isSamePerson(tx, { by, at }, own)),
      isOnChain: target?.details.kind === 'chain',
    };
  },
  approves: ({ row: { number, amount, currency } }: State, { outcome, returned_amount }) => ({
    number,
    amount,
    currency,
    outcome,
    returned_amount: returned_amount ?? null,
  }),
  decide({ row, isOwn, isOnChain }: State, { outcome, reason, returned_amount }, { actor, now }) {
    const { number, status, partner_uid, amount, currency } = row;
    // Its withdrawal could be sent after that, and the money would be paid twice.
    if (isOnChain && outcome !== 'RETURNED')
      throw new Problem(
        'unprocessable',
        'The trading service says whether it was paid or failed: cancel or resolve its withdrawal there.',
      );
    if (!canSettle(status, outcome)) {
      const ahead = status === 'SEALED' ? ' Fetch its file, or unseal it.' : '';
      throw new Problem(
        'invalid_transition',
        `The disbursement is ${status}; only ${FROM[outcome].join(', ')} ones can be ${outcome}.${ahead}`,
      );
    }
    if (isOwn)
      throw new Problem('unprocessable', 'Another person must say so: you count as who approved it.');
    const returned =
      returned_amount === undefined ? undefined : readAmount('returned_amount', returned_amount, currency);
    if (returned && returned.compare(Decimal.parse(amount)) > 0)
      throw invalid({ returned_amount: [`must be at most ${amount} ${currency}, which was paid`] });
    const disables = outcome !== 'PAID';
    return {
      change: {
        row,
        outcome: { outcome, reason, returned, disables, block: null },
        act: { by: actor.id, at: now },
      },
      audit: {
        subject: String(number),
        details: { partner_uid, outcome, amount, currency, returned: returned?.toString() ?? null, reason },
      },
    };
  },
  async write(tx, { row, outcome, act }) {
    const made = await settle(tx, row, outcome, act);
    return made && toDisbursement(made);
  },
});
