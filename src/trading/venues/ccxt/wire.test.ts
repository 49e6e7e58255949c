import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import type { Call, FundingRequest, OrderType, SoughtOrder, Venue, WithdrawalRequest } from '../port.ts';
import { ccxtVenue } from './adapter.ts';
import { PROFILES } from './profiles.ts';
import { newExchange } from './testing/connect.ts';
import { imitationOf } from './testing/imitations.ts';
import { TRIED } from './testing/tried.ts';
import { recordRequests, type Recorded } from './testing/recorder.ts';
import { ADDRESS, DEADLINE, ID, NONCE, NOW, ORDER_ID, type Wire } from './testing/wire.ts';
import { openTransport } from './transport/transport.ts';

const CALL: Call = { deadline: DEADLINE };
const SOUGHT: SoughtOrder = { clientOrderId: ID, symbol: 'BTC-USDT', since: NOW, venueOrderId: ORDER_ID };

const ORDER = {
  clientOrderId: ID,
  symbol: 'BTC-USDT',
  side: 'buy',
  quantity: Decimal.parse('0.01234'),
} as const;

const place = (type: Exclude<OrderType, 'market'>) => (venue: Venue) =>
  venue.orders?.place({ ...ORDER, type, price: Decimal.parse('59000.25') }, CALL);

const withdrawalOf = (amount: string): WithdrawalRequest => ({
  reference: ID,
  asset: 'ETH',
  amount: Decimal.parse(amount),
  destination: { kind: 'blockchain', network: 'ETHEREUM', address: ADDRESS, alias: 'cold-wallet' },
});

const fundingOf = (amount: string): FundingRequest => ({
  withdrawal: withdrawalOf(amount),
  reserved: Decimal.parse('0.5'),
});

type Operation = (venue: Venue, amount: string) => unknown;

const OPERATIONS: Record<Exclude<keyof Wire, 'amount' | 'answers' | 'isSigned'>, Operation> = {
  limit: place('limit'),
  ioc: place('ioc'),
  postOnly: place('post-only'),
  market: (venue) => venue.orders?.place({ ...ORDER, type: 'market' }, CALL),
  find: (venue) => venue.orders?.find?.(SOUGHT, CALL),
  cancel: (venue) => venue.orders?.cancel(SOUGHT, CALL),
  trades: (venue) => venue.orders?.trades(SOUGHT, CALL),
  withdraw: (venue, amount) => venue.withdrawals?.submit(withdrawalOf(amount), CALL),
  fund: (venue, amount) => venue.withdrawals?.payingWallet?.fund(fundingOf(amount), CALL),
  findFunding: (venue, amount) => venue.withdrawals?.payingWallet?.find?.(fundingOf(amount), CALL),
  findWithdrawal: (venue) => venue.withdrawals?.find?.({ reference: ID, asset: 'ETH', since: NOW }, CALL),
};

/** Everything that leaves for one operation, once the markets are loaded. */
async function leaving(
  id: string,
  { answers, amount = '1.2345678901' }: Wire,
  operate: Operation,
): Promise<readonly Recorded[]> {
  const { connection, requests } = recordRequests(({ url }) => {
    const body = answers[url.pathname + url.search] ?? answers[url.pathname];
    return body === undefined ? undefined : { body };
  });
  const venue = ccxtVenue({
    code: id,
    account: 'MAIN',
    clock: { now: () => NOW },
    create() {
      const exchange = newExchange(id);
      exchange.milliseconds = () => NOW.getTime();
      // Timestamps come from the deadline; a nonce only has to rise.
      if (PROFILES[id]?.signedForMs === undefined) exchange.nonce = () => NONCE;
      return exchange;
    },
    profile: PROFILES[id],
    withdrawalFees: imitationOf(id).dialect.withdrawalFees,
    transport: openTransport(() => NOW, connection),
  });
  // Whatever is asked of the account first needs the markets, and so loads them.
  await venue.balances?.(CALL);
  requests.length = 0;
  await operate(venue, amount);
  await venue.close();
  return requests;
}

function parametersOf({ url, body = '' }: Recorded): Record<string, unknown> {
  const pairs = [...url.searchParams, ...new URLSearchParams(body)];
  const all = body.startsWith('{')
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(pairs);
  const { signature: _signature, Signature: _Signature, sig: _sig, ...parameters } = all;
  return parameters;
}

describe.each(TRIED)('%s gets exactly the request that it documents', (id, { wire }) => {
  it.each(Object.entries(OPERATIONS))('%s', async (operation, operate) => {
    const requests = await leaving(id, wire, operate);
    const shown = requests.map((request) => ({
      request: `${request.method} ${request.url.pathname}`,
      parameters: parametersOf(request),
    }));
    expect(shown).toEqual(wire[operation as keyof typeof OPERATIONS] ?? []);
    expect(requests.every((request) => wire.isSigned(request))).toBe(true);
  });
});
