import type { Exchange, Transaction } from 'ccxt';
import { Decimal } from '../../../../kernel/index.ts';
import {
  answered,
  notSent,
  refused,
  storable,
  unknown,
  type BlockchainDestination,
  type FeeKind,
  type Outcome,
  type Refused,
  type Sought,
  type Submitted,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../../port/index.ts';
import { decimal, networksOf } from '../describe.ts';
import { isWithin, type ApiContext } from '../api-context.ts';
import { ensureMarkets } from '../ensure-markets.ts';
import { IN_PATH, type Expected } from '../transport/guard.ts';
import { classify } from '../outcomes/classify.ts';
import { networkOf } from '../networks.ts';
import { amountToSend, quote } from './quote.ts';
import type { Json, Profile, WireDestination, WithdrawalProfile, WithdrawalQuery } from '../profile.ts';

/**
 * Sends a withdrawal. What makes the payee receive the amount goes out digit for digit or not at all. The fee is noted
 * before anything leaves, so that it is known whatever becomes of the request.
 */
export async function submit(
  context: ApiContext,
  profile: Profile | undefined,
  { reference, asset, amount, destination, travelRule }: WithdrawalRequest,
  noteFee: (fee: Decimal) => void,
): Promise<Outcome<VenueWithdrawal>> {
  const { exchange, transport, feeKind, questions } = context;
  try {
    await ensureMarkets(exchange);
    await questions.refresh(exchange);
  } catch (error) {
    // Whatever the exchange says to this, it has not seen the withdrawal.
    return notSent((error as Error).message);
  }
  if (destination.kind === 'fiat') return refused('fiat', 'Bank money cannot be withdrawn from this venue.');
  const network = Object.keys(networksOf(exchange, profile, asset)).find(
    (name) => networkOf(name, asset)?.code === destination.network,
  );
  if (network === undefined) {
    return refused('network', `The venue does not pay out ${asset} on ${destination.network}.`);
  }
  const terms = profile?.withdrawals;
  const announced = wireOf(exchange, profile, asset, network, destination);
  try {
    terms?.destination(announced);
  } catch (error) {
    return refused('destination', (error as Error).message);
  }
  const answers = questions.answer(travelRule);
  if (isRefused(answers)) return answers;
  const quoted = await quote(context, profile, announced, amount);
  if (quoted.kind !== 'answered') return quoted;
  const fee = quoted.value;
  const to = { ...announced, fee: fee?.toString() };
  const sent = amountToSend(feeKind, amount, fee);
  const text = sent.toString();
  // The library would cut off what is too fine, and pay out less than was asked for.
  const decimals = terms?.decimals;
  const isExact =
    decimals === undefined
      ? decimal(exchange.currencyToPrecision(asset, text, network))?.equals(sent)
      : sent.trim().scale <= decimals;
  if (!isExact) {
    return refused(
      'precision',
      `The venue does not pay out ${text} ${asset} on ${destination.network}: too fine.`,
    );
  }
  const way = answers && profile?.travelRule?.way;
  const expected = terms
    ? withAnswers(expectedBy(terms, to, sent, reference), answers, way?.part)
    : expectedAnywhere(to, network, sent);
  let parameters: Json | undefined;
  try {
    parameters = await terms?.parameters?.(to, exchange);
  } catch (error) {
    // Only a question was sent so far.
    return notSent((error as Error).message);
  }
  const own = terms?.reference?.ids.encode(reference) ?? reference;
  if (fee) noteFee(fee);
  const send = async (): Promise<string | undefined> => {
    const ownWay = way ?? terms;
    if (ownWay?.send) return ownWay.send(exchange, { to, amount: text, reference: own, answers });
    const tag = terms?.isTagStored ? undefined : destination.tag;
    const made = await exchange.withdraw(asset, text as unknown as number, destination.address, tag, {
      ...(!terms?.isTagStored && { network }),
      ...parameters,
      ...answers,
      ...(terms?.reference && { [terms.reference.parameter]: own }),
    });
    return made.id;
  };
  const outcome = await transport.guard(expected, send, classify('withdraw', profile));
  if (outcome.kind !== 'answered') return outcome;
  if (!outcome.value) return unknown('The venue took the withdrawal without an id.');
  return answered({
    venueTransferId: outcome.value,
    reference,
    asset,
    amount,
    fee: fee ?? null,
    status: 'accepted',
    hash: null,
    internalId: null,
    failureReason: null,
  });
}

function wireOf(
  exchange: Exchange,
  profile: Profile | undefined,
  asset: string,
  network: string,
  destination: BlockchainDestination,
): WireDestination {
  const terms = networksOf(exchange, profile, asset)[network];
  return {
    ...destination,
    assetId: exchange.currency(asset).id,
    networkId: terms?.id ?? network,
    fee: decimal(terms?.fee)?.toString(),
  };
}

function expectedBy(terms: WithdrawalProfile, to: WireDestination, amount: Decimal, own: string): Expected {
  const { reference, amountName } = terms;
  const parts = terms.destination(to);
  return {
    values: { ...(reference && { id: reference.ids.encode(own) }), amount, ...parts },
    names: {
      ...(reference && { id: reference.parameter }),
      amount: amountName,
      ...Object.fromEntries(Object.keys(parts).map((name) => [name, name])),
    },
  };
}

const isRefused = (answers: Json | Refused | undefined): answers is Refused =>
  answers?.['kind'] === 'refused';

/** Each answer must stand in the request as it is, whatever the library makes of it. Nobody reads what it says. */
function withAnswers(expected: Expected, answers: Json | undefined, part: string | undefined): Expected {
  if (!answers) return expected;
  const texts = leavesOf(answers);
  const named = (what: (name: string, text: string) => string) =>
    Object.fromEntries(texts.map(([name, text]) => [`answer ${name}`, what(name, text)]));
  return {
    ...expected,
    values: {
      ...expected.values,
      ...named((_name, text) => text),
      ...(part !== undefined && { endpoint: part }),
    },
    names: {
      ...expected.names,
      ...named((name) => name),
      ...(part !== undefined && { endpoint: IN_PATH }),
    },
    hidden: new Set(Object.keys(named((name) => name))),
  };
}

function leavesOf(answers: Json): [name: string, text: string][] {
  return Object.entries(answers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null ? leavesOf(value as Json) : [[name, String(value)]],
  );
}

/** What must stand somewhere in the request to an exchange whose names are not known. */
function expectedAnywhere(
  { address, tag, assetId, networkId }: WireDestination,
  network: string,
  amount: Decimal,
): Expected {
  return {
    values: {
      amount,
      address,
      ...(tag !== undefined && { tag }),
      network: [networkId, network, `${assetId}-${networkId}`],
    },
  };
}

export async function status(
  { exchange, feeKind }: ApiContext,
  profile: Profile | undefined,
  { venueTransferId: id, reference, asset }: Submitted,
): Promise<Outcome<VenueWithdrawal>> {
  await ensureMarkets(exchange);
  const found = profile
    ? await findBy(exchange, profile.withdrawals, { id, asset })
    : await exchange.fetchWithdrawals().then((list) => list.find((transaction) => transaction.id === id));
  const withdrawal = found && toWithdrawal(found, profile?.withdrawals, feeKind);
  if (!withdrawal) return unknown(`The venue's list does not show the withdrawal ${id}.`);
  const terms = profile?.withdrawals.reference;
  if (terms && !terms.isHidden && withdrawal.reference !== reference) {
    return unknown(`The venue shows the withdrawal ${id} with another reference.`);
  }
  // Where no reference is shown, the id may be what a person has typed.
  if (withdrawal.asset !== asset) {
    return unknown(`The venue shows the withdrawal ${id} as one of ${withdrawal.asset}.`);
  }
  return answered({ ...withdrawal, reference });
}

/** Null only when the exchange has answered with a list that goes back far enough, and it is not in it. */
export async function find(
  { exchange, now, feeKind }: ApiContext,
  profile: WithdrawalProfile,
  { reference, asset, since }: Sought,
): Promise<Outcome<VenueWithdrawal | null>> {
  await ensureMarkets(exchange);
  const own = profile.reference?.ids.encode(reference) ?? reference;
  const found = await findBy(exchange, profile, { reference: own, asset, since });
  if (found === null) {
    return isWithin(since, profile.looksBackMs, now())
      ? answered(null)
      : refused('too_old', `It does not look back to ${since.toISOString()}, when it may have been sent.`);
  }
  const withdrawal = found && toWithdrawal(found, profile, feeKind);
  return withdrawal ? answered(withdrawal) : unknown('The venue answered in a form that it does not have.');
}

/** Everything that the exchange has, or nothing: one that cannot be read makes the whole list unknown. */
export async function list(
  { exchange, now, feeKind }: ApiContext,
  profile: WithdrawalProfile,
  since: Date,
): Promise<Outcome<readonly VenueWithdrawal[]>> {
  const { history } = profile;
  await ensureMarkets(exchange);
  if (!isWithin(since, history.reachMs, now())) {
    return refused('too_old', `The venue does not list withdrawals back to ${since.toISOString()}.`);
  }
  const rows = await history.list(exchange, since);
  const byId = new Map<string, VenueWithdrawal>();
  for (const row of rows ?? []) {
    const transaction = exchange.parseTransaction({ ...row, type: 'withdrawal' });
    const withdrawal = toWithdrawal(transaction, profile, feeKind);
    if (!withdrawal) return unknown('The venue lists a withdrawal in a form that it does not have.');
    byId.set(withdrawal.venueTransferId, withdrawal);
  }
  return rows ? answered([...byId.values()]) : unknown('The venue answered without a list of withdrawals.');
}

/** Undefined where the answer is not a list of withdrawals. */
async function findBy(
  exchange: Exchange,
  profile: WithdrawalProfile,
  by: WithdrawalQuery,
): Promise<Transaction | null | undefined> {
  const list = await profile.list(exchange, by);
  const transactions = list?.map((item) => exchange.parseTransaction({ ...item, type: 'withdrawal' }));
  const isIt = (transaction: Transaction): boolean =>
    'id' in by ? transaction.id === by.id : profile.referenceOf(infoOf(transaction)) === by.reference;
  return transactions && (transactions.find(isIt) ?? null);
}

const infoOf = ({ info }: Transaction): Json => info as Json;

function referenceOf(transaction: Transaction, profile: WithdrawalProfile | undefined): string {
  const own = profile?.referenceOf(infoOf(transaction)) ?? '';
  return profile?.reference?.ids.decode(own) ?? own;
}

const STATES: Readonly<Record<string, VenueWithdrawal['status']>> = {
  ok: 'completed',
  failed: 'failed',
  canceled: 'failed',
  rejected: 'failed',
  pending: 'processing',
};

function toWithdrawal(
  transaction: Transaction,
  profile: WithdrawalProfile | undefined,
  feeKind: FeeKind | undefined,
): VenueWithdrawal | undefined {
  const { id, currency, amount, internal } = transaction;
  const txid = transaction.txid?.trim();
  const waitsFor = profile?.waitsFor?.(infoOf(transaction));
  const state = STATES[transaction.status ?? ''] ?? (waitsFor === undefined ? undefined : 'processing');
  const exact = Decimal.tryParse(String(amount));
  if (!id || !currency || !exact || !state) return undefined;
  const fee = transaction.fee?.currency === currency ? decimal(transaction.fee.cost) : undefined;
  const isLess = profile?.fee.isSubtracted && feeKind !== 'inside';
  // Where there is no hash, the library may put the exchange's own number in its place.
  const hash = state === 'failed' || internal || txid === id ? null : txid || null;
  return {
    venueTransferId: id,
    reference: referenceOf(transaction, profile),
    asset: currency,
    amount: isLess && fee ? exact.plus(fee).trim() : exact,
    fee: fee ?? null,
    status: state,
    hash,
    internalId: state === 'completed' && hash === null ? txid || id : null,
    failureReason:
      state === 'failed'
        ? storable(profile?.failureOf(infoOf(transaction)) ?? `The venue reports it ${transaction.status}.`)
        : null,
    ...(waitsFor !== undefined && state === 'processing' && { waitsFor }),
  };
}
