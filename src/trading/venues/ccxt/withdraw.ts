import type { Exchange, Transaction } from 'ccxt';
import { Decimal } from '../../../kernel/index.ts';
import {
  answered,
  notSent,
  refused,
  unknown,
  type Outcome,
  type Sought,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../port.ts';
import { decimal } from './describe.ts';
import { ensureMarkets } from './ensure-markets.ts';
import { networkOf } from './networks.ts';
import type { Traits } from './traits.ts';

/** How far the exchange's clock may be from ours. */
const CLOCK_MARGIN_MS = 60_000;

/** Sends a withdrawal; the amount goes out digit for digit or not at all. */
export async function submit(
  exchange: Exchange,
  traits: Traits | undefined,
  { reference, asset, amount, destination }: WithdrawalRequest,
): Promise<Outcome<VenueWithdrawal>> {
  try {
    await ensureMarkets(exchange);
  } catch (error) {
    // Whatever the exchange says to this, it has not seen the withdrawal.
    return notSent((error as Error).message);
  }
  if (destination.kind === 'fiat') return refused('fiat', 'Bank money cannot be withdrawn from this venue.');
  const networks = Object.keys(exchange.currencies[asset]?.networks ?? {});
  const network = networks.find((name) => networkOf(name)?.code === destination.network);
  if (network === undefined) {
    return refused('network', `The venue does not pay out ${asset} on ${destination.network}.`);
  }
  const text = amount.toString();
  // The library would cut off what is too fine, and pay out less than was asked for.
  if (!decimal(exchange.currencyToPrecision(asset, text, network))?.equals(amount)) {
    return refused(
      'precision',
      `The venue does not pay out ${text} ${asset} on ${destination.network}: too fine.`,
    );
  }
  const sent = await exchange.withdraw(
    asset,
    text as unknown as number,
    destination.address,
    destination.tag,
    {
      network,
      ...(traits && { [traits.referenceParameter]: reference }),
    },
  );
  if (!sent.id) return unknown('The venue took the withdrawal without telling its id.');
  return answered({
    venueTransferId: sent.id,
    reference,
    asset,
    amount,
    status: 'accepted',
    hash: null,
    failureReason: null,
  });
}

export async function status(
  exchange: Exchange,
  traits: Traits | undefined,
  id: string,
): Promise<Outcome<VenueWithdrawal>> {
  const found = traits
    ? await listBy(exchange, traits, { id })
    : await exchange.fetchWithdrawals().then((list) => list.find((transaction) => transaction.id === id));
  const withdrawal = found && toWithdrawal(found, traits);
  return withdrawal ? answered(withdrawal) : unknown(`The venue's list does not show the withdrawal ${id}.`);
}

/** Null only when the exchange has answered with a list that goes back far enough, and it is not in it. */
export async function find(
  exchange: Exchange,
  traits: Traits,
  { reference, since }: Sought,
  now: Date,
): Promise<Outcome<VenueWithdrawal | null>> {
  const found = await listBy(exchange, traits, { reference });
  if (found === null) {
    const hasSeenAll = since.getTime() - CLOCK_MARGIN_MS > now.getTime() - traits.looksBackMs;
    return hasSeenAll
      ? answered(null)
      : refused('too_old', `It does not look back to ${since.toISOString()}, when it may have been sent.`);
  }
  const withdrawal = found && toWithdrawal(found, traits);
  return withdrawal ? answered(withdrawal) : unknown('The venue answered in a form that it does not have.');
}

/** Undefined where the answer is not a list of withdrawals. */
async function listBy(
  exchange: Exchange,
  traits: Traits,
  by: { readonly reference: string } | { readonly id: string },
): Promise<Transaction | null | undefined> {
  const list = await traits.listWithdrawals(exchange, by);
  if (!Array.isArray(list)) return undefined;
  const transactions = (list as object[]).map((item) =>
    exchange.parseTransaction({ ...item, type: 'withdrawal' }),
  );
  const isIt = (transaction: Transaction): boolean =>
    'id' in by ? transaction.id === by.id : referenceOf(transaction, traits) === by.reference;
  return transactions.find(isIt) ?? null;
}

const infoOf = ({ info }: Transaction): Readonly<Record<string, unknown>> => info as Record<string, unknown>;

const referenceOf = (transaction: Transaction, traits: Traits | undefined): string =>
  traits?.referenceOf(infoOf(transaction)) ?? '';

const STATES: Readonly<Record<string, VenueWithdrawal['status']>> = {
  ok: 'completed',
  failed: 'failed',
  canceled: 'failed',
  pending: 'processing',
};

function toWithdrawal(transaction: Transaction, traits: Traits | undefined): VenueWithdrawal | undefined {
  const { id, currency, amount, txid } = transaction;
  const state = STATES[transaction.status ?? ''];
  const exact = Decimal.tryParse(String(amount));
  if (!id || !currency || !exact || !state) return undefined;
  return {
    venueTransferId: id,
    reference: referenceOf(transaction, traits),
    asset: currency,
    amount: exact,
    status: state,
    // What an exchange moves within itself has no hash; its own number takes the place of one.
    hash: state === 'completed' ? txid || id : null,
    failureReason:
      state === 'failed'
        ? (traits?.failureOf(infoOf(transaction)) ?? `The venue reports it ${transaction.status}.`)
        : null,
  };
}
