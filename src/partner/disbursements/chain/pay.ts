import { Decimal, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { PersonalData, TravelRule } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { findRecipients } from '../../../platform/recipients/index.ts';
import { referenceOf } from '../ledger.ts';
import type { DisbursementStatus } from '../schema.ts';
import { settle, type Outcome } from '../settle.ts';
import { lockDisbursements, updateDisbursements, type DisbursementRow } from '../store.ts';
import { TradingClient, type OnChain, type Order, type Withdrawal } from './client.ts';
import { noteAsked, selectOpen, updateWithdrawal, type OpenWithdrawal } from './store.ts';

const AT_ONCE = 500;
/** After this time a request without an answer cannot arrive any more. */
const LATE_AFTER_MS = 15 * 60_000;
/** Between what is written about a request and its sending. A process that was suspended for longer sends nothing. */
const SENT_WITHIN_MS = 10_000;

/**
 * Has the trading service pay what was approved for chains, and learns from it what became of it. The reference makes a
 * repeat of a request harmless, so that what has no answer is asked again.
 */
export async function payOnChain(context: Context<Db>, means: PayingMeans): Promise<void> {
  const { onChain } = means;
  if (onChain.url === '') return;
  const client = new TradingClient(onChain, context.signal);
  const failures: Error[] = [];
  for (let last = 0; ;) {
    const rows: OpenWithdrawal[] = await selectOpen(context.db, last, AT_ONCE).execute();
    for (const row of rows) {
      context.signal.throwIfAborted();
      try {
        await advance({ ...context, actor: { ...context.actor, tenant: row.tenant } }, client, means, row);
      } catch (error) {
        // It is away: the others would wait for it as well.
        if (!(error instanceof Error) || isAway(error)) throw error;
        failures.push(error);
      }
    }
    last = rows.at(-1)?.number ?? last;
    if (rows.length < AT_ONCE) break;
  }
  const [failure] = failures;
  if (failure) throw failure;
}

export interface PayingMeans {
  readonly onChain: OnChain;
  readonly personal: PersonalData;
}

const isAway = (error: Error): boolean => error instanceof TypeError || error.name === 'TimeoutError';

async function advance(
  context: Context<Db>,
  client: TradingClient,
  means: PayingMeans,
  row: OpenWithdrawal,
): Promise<void> {
  const { number, status } = row;
  if (status === 'SEALED') return ask(context, client, means, row);
  if (status !== 'SENT' && status !== 'ACCEPTED') {
    await updateWithdrawal(context.db, number, { ended_at: context.clock.now() }).execute();
    return;
  }
  if (row.body === null) throw new Error(`Disbursement ${number} was sent, but not to the trading service.`);
  const withdrawal = await client.find(row.body);
  if (!withdrawal) throw new Error(`The trading service has no withdrawal ${row.body.reference} any more.`);
  await follow(context, row, withdrawal);
}

async function ask(
  context: Context<Db>,
  client: TradingClient,
  means: PayingMeans,
  row: OpenWithdrawal,
): Promise<void> {
  const { db, clock } = context;
  const { number, asked_at: before } = row;
  const travelRule = await readReceiver(context, means.personal, row);
  const began = performance.now();
  const now = clock.now();
  const noted = await noteAsked(db, number, row.body ?? orderOf(row, means.onChain), now).executeTakeFirst();
  if (!noted?.body) return;
  if (performance.now() - began > SENT_WITHIN_MS)
    throw new Error('The process was suspended before it sent the request, which is sent later.');
  const answer = await client.create(noted.body, travelRule);
  if ('withdrawal' in answer) return follow(context, row, answer.withdrawal);
  // A request before this one may have arrived, or may still do so.
  const mayArrive = before !== null && now.getTime() - before.getTime() < LATE_AFTER_MS;
  const earlier = await client.find(noted.body);
  if (earlier) return follow(context, row, earlier);
  if (mayArrive) {
    // The time of the one without an answer counts, not that of this one, which has one.
    await noteAsked(db, number, noted.body, before).execute();
    return;
  }
  const reason = `The trading service refused it: ${answer.refusal}`.slice(0, 500);
  await conclude(context, number, { outcome: 'FAILED', reason, disables: false, block: null });
}

/** Who receives it, where the partner said so. It belongs to the destination, which never changes. */
async function readReceiver(
  { db, actor: { tenant } }: Context<Db>,
  personal: PersonalData,
  { number, details }: OpenWithdrawal,
): Promise<TravelRule | undefined> {
  const id = details.kind === 'chain' ? details.recipient?.id : undefined;
  if (id === undefined) return undefined;
  const found = (await findRecipients(db, personal, { tenant, service: 'partner' }, [id])).get(id);
  if (found?.data) return found.data;
  throw new Error(`Disbursement ${number} waits: ${found?.fault ?? 'who receives it is not kept any more.'}`);
}

function orderOf({ number, currency, amount, details }: OpenWithdrawal, { networks }: OnChain): Order {
  if (details.kind !== 'chain') throw new Error(`Disbursement ${number} does not go to a chain.`);
  const { network, wallet: address, tag } = details;
  const found = networks.find((each) => each.asset === currency && each.network === network);
  if (!found) throw new Error(`onChain.networks has no ${network} for ${currency} any more.`);
  return {
    reference: referenceOf(number),
    asset: { code: currency },
    amount: Decimal.parse(amount).trim().toString(),
    venue: found.venue,
    blockchainDestination: { network, address, ...(tag !== undefined && { tag }) },
  };
}

/** Moves the disbursement to where its withdrawal is. */
async function follow(
  context: Context<Db>,
  { number, status }: OpenWithdrawal,
  { id, status: reached, hash }: Withdrawal,
): Promise<void> {
  const reference = hash ?? id;
  switch (reached) {
    case 'APPROVAL_REQUESTED':
    case 'PENDING':
      if (status === 'SEALED') await run(context, move, { number, from: status, to: 'SENT', reference });
      return;
    case 'SUBMITTED':
      if (status !== 'ACCEPTED')
        await run(context, move, { number, from: status, to: 'ACCEPTED', reference });
      return;
    case 'COMPLETED':
      return conclude(context, number, {
        outcome: 'PAID',
        reason: null,
        reference,
        disables: false,
        block: null,
      });
    case 'FAILED':
    case 'CANCELLED':
      return conclude(context, number, {
        outcome: 'FAILED',
        reason: `Its withdrawal is ${reached} at the trading service.`,
        reference,
        disables: reached === 'FAILED',
        block: null,
      });
  }
}

interface Moving {
  readonly number: number;
  readonly from: DisbursementStatus;
  readonly to: 'SENT' | 'ACCEPTED';
  readonly reference: string;
}

const move = command({
  name: 'disbursement.send',
  scope: 'disbursements:manage',
  decide: (_state, { number, from, to, reference }: Moving, { now }) => ({
    change: { number, from, change: { status: to, payment_reference: reference, updated_at: now } },
    audit: { subject: String(number), details: { status: to, withdrawal: reference } },
  }),
  async write(tx, { number, from, change }) {
    await updateWithdrawal(tx, number, { asked_at: null }).execute();
    return updateDisbursements(tx, [number], from, change).executeTakeFirst();
  },
});

async function conclude(context: Context<Db>, number: number, outcome: Outcome): Promise<void> {
  await run(context, end, { number, outcome });
}

const OPEN: ReadonlySet<DisbursementStatus> = new Set(['SEALED', 'SENT', 'ACCEPTED']);

interface Ending {
  readonly number: number;
  readonly outcome: Outcome;
}

const end = command({
  name: 'disbursement.end',
  scope: 'disbursements:manage',
  lock: (tx, { number }: Ending, { actor }) =>
    lockDisbursements(tx, actor.tenant, [number]).executeTakeFirst(),
  decide(row: DisbursementRow, { outcome }, { actor, now }) {
    const { number, partner_uid, amount, currency } = row;
    const { outcome: reached, reason, reference = null } = outcome;
    return {
      change: { row, outcome, act: { by: actor.id, at: now } },
      audit: {
        subject: String(number),
        details: { partner_uid, outcome: reached, amount, currency, reference, reason },
      },
    };
  },
  async write(tx, { row, outcome, act }) {
    if (!OPEN.has(row.status)) return undefined;
    await updateWithdrawal(tx, row.number, { asked_at: null, ended_at: act.at }).execute();
    return settle(tx, row, outcome, act);
  },
});
