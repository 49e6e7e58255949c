import { Agent } from 'node:http';
import { Decimal, type Clock } from '../../../kernel/index.ts';
import { fill, type FormAnswers } from '../../travel-rule/index.ts';
import {
  answered,
  notSent,
  refused,
  unknown,
  type BookFeed,
  type Call,
  type DepositAddress,
  type DepositPlace,
  type Outcome,
  type Refused,
  type Venue,
  type VenueDescription,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../port/index.ts';
import { callExchange, type Connection, type Reader } from './call.ts';
import { openFeed } from './feed.ts';
import { checksum, CHECKSUM_DEPTH, HEARTBEAT_EVERY_MS, type Operation } from './protocol.ts';
import {
  readAddress,
  readBalances,
  readDeposits,
  readFoundOrder,
  readFoundWithdrawal,
  readOrder,
  readOrders,
  readProviders,
  readTerms,
  readTrades,
  readWithdrawal,
  readWithdrawals,
  type Terms,
} from './read.ts';
import { BENEFICIARY } from './travel-rule.ts';

export interface SimulatedVenueOptions {
  readonly code: string;
  /** Where the exchange listens, such as `http://127.0.0.1:7001`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  readonly clock: Clock;
  /** Of its last description. */
  readonly form?: string | null | undefined;
}

/** The one form that it has. */
const FORM = 'beneficiary';

const MAX_CONNECTIONS = 16;
const MAX_PAGES = 200;

/** A venue that is the simulated exchange, spoken to over its published protocol. */
export function connectSimulated(options: SimulatedVenueOptions): Venue {
  const { code, baseUrl, form } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const connection: Connection = { ...options, agent };
  const feeds = new Set<BookFeed>();

  const ask = <T>(operation: Operation, input: object, call: Call, read: Reader<T>): Promise<Outcome<T>> =>
    callExchange(connection, operation, input, call, read);

  /** Every page, or the outcome of the first one that fails. */
  async function askAll<T>(
    operation: Operation,
    since: Date,
    call: Call,
    read: Reader<{ readonly rows: readonly T[]; readonly next: string | null }>,
  ): Promise<Outcome<readonly T[]>> {
    const all: T[] = [];
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const input: object = { since: String(since.getTime()), ...(after !== null && { after }) };
      const outcome: Outcome<{ readonly rows: readonly T[]; readonly next: string | null }> = await ask(
        operation,
        input,
        call,
        read,
      );
      if (outcome.kind !== 'answered') return outcome;
      all.push(...outcome.value.rows);
      after = outcome.value.next;
      if (after === null) return answered(all);
    }
    return unknown(`The venue has more than ${MAX_PAGES} pages since then. Ask for less.`);
  }

  /** They never change. */
  let known: Terms | undefined;

  async function readThem(call: Call): Promise<Outcome<Terms>> {
    const outcome = await ask('describe', {}, call, readTerms);
    if (outcome.kind === 'answered') known = outcome.value;
    return outcome;
  }

  async function describe(call: Call): Promise<Outcome<VenueDescription>> {
    const outcome = await readThem(call);
    if (outcome.kind !== 'answered') return outcome;
    const { description, asksBeneficiary } = outcome.value;
    return answered({ ...description, form: asksBeneficiary ? FORM : null });
  }

  /** Where the exchange takes its fee out of the amount, more is asked for, so that the payee receives the amount. */
  async function submit(request: WithdrawalRequest, call: Call): Promise<Outcome<VenueWithdrawal>> {
    let { amount } = request;
    if (known?.feeKind !== 'on top') {
      const outcome = await readThem(call);
      // Only a question was sent so far.
      if (outcome.kind === 'unknown') return notSent(outcome.reason, outcome.cause);
      if (outcome.kind !== 'answered') return outcome;
      const { feeKind, description } = outcome.value;
      if (feeKind === 'inside') amount = amount.plus(feeOf(description, request));
    }
    const beneficiary = known?.asksBeneficiary ? beneficiaryOf(request) : undefined;
    if (beneficiary && 'kind' in beneficiary) return beneficiary;
    const input = { ...withoutAlias(request), amount, ...beneficiary };
    return ask('withdraw', input, call, readWithdrawal);
  }

  async function findAddress(
    { asset, network }: DepositPlace,
    call: Call,
  ): Promise<Outcome<DepositAddress | null>> {
    const outcome = await ask('depositAddress', { asset, network }, call, readAddress);
    if (outcome.kind === 'answered' && outcome.value.network !== network)
      return unknown('The venue answered with the address of another network.');
    return outcome;
  }

  const support = { isIdempotent: true, honoursDeadline: true };

  return {
    code,
    describe,
    get asks() {
      return (known?.asksBeneficiary ?? form === FORM) ? BENEFICIARY : undefined;
    },
    get isFormKnown() {
      return known !== undefined || form !== undefined;
    },
    counterparties: (call) => ask('providers', {}, call, readProviders),
    balances: (call) => ask('balances', {}, call, readBalances),
    withdrawals: {
      ...support,
      submit,
      status: ({ venueTransferId: id }, call) => ask('findWithdrawal', { id }, call, readWithdrawal),
      find: ({ reference }, call) => ask('findWithdrawal', { reference }, call, readFoundWithdrawal),
      list: (since, call) => askAll('listWithdrawals', since, call, readWithdrawals),
    },
    deposits: {
      reachMs: Infinity,
      list: (since, call) => askAll('listDeposits', since, call, readDeposits),
    },
    addresses: { find: findAddress },
    orders: {
      ...support,
      types: ['limit', 'market', 'ioc', 'post-only'],
      place: (request, call) => ask('placeOrder', request, call, readOrder),
      cancel: ({ clientOrderId }, call) => ask('cancelOrder', { clientOrderId }, call, readOrder),
      trades: ({ clientOrderId }, call) => ask('trades', { clientOrderId }, call, readTrades),
      find: ({ clientOrderId }, call) => ask('findOrder', { clientOrderId }, call, readFoundOrder),
      list: ({ since }, call) => askAll('listOrders', since, call, readOrders),
    },
    books: {
      isPolled: false,
      heartbeatEveryMs: HEARTBEAT_EVERY_MS,
      checksum: { depth: CHECKSUM_DEPTH, of: checksum },
      open(symbol, onEvent) {
        const feed = openFeed(baseUrl, symbol, (event) => {
          if (event.type === 'disconnected') feeds.delete(feed);
          onEvent(event);
        });
        feeds.add(feed);
        return {
          refresh: () => feed.refresh(),
          close() {
            feeds.delete(feed);
            feed.close();
          },
        };
      },
    },
    close() {
      for (const feed of feeds) feed.close();
      agent.destroy();
      return Promise.resolve();
    },
  };
}

function feeOf({ assets }: VenueDescription, { asset, destination }: WithdrawalRequest): Decimal {
  if (destination.kind === 'fiat') return Decimal.ZERO;
  const networks = assets.find(({ code }) => code === asset)?.networks;
  return networks?.find(({ code }) => code === destination.network)?.withdrawalFee ?? Decimal.ZERO;
}

/** What the exchange is to know about who receives it; nothing of a bank account. */
function beneficiaryOf({
  destination,
  travelRule,
}: WithdrawalRequest): { readonly beneficiary: FormAnswers } | Refused | undefined {
  if (destination.kind === 'fiat') return undefined;
  if (!travelRule) return refused('travel-rule', 'Nothing was sent: it is not said who receives it.');
  const filled = fill(BENEFICIARY, travelRule);
  if (filled.errors === undefined) return { beneficiary: filled.answers };
  const fields = Object.keys(filled.errors).join(', ');
  return refused('travel-rule', `Nothing was sent: check ${fields} of travelRule.`);
}

/** The exchange stores no addresses, and refuses members that it does not know. */
function withoutAlias({ destination, travelRule: _travelRule, ...request }: WithdrawalRequest) {
  if (destination.kind === 'fiat') return { ...request, destination };
  const { alias: _alias, ...address } = destination;
  return { ...request, destination: address };
}
