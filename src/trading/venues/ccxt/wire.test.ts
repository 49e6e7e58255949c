import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import type {
  Call,
  FundingRequest,
  OrderType,
  SoughtOrder,
  Venue,
  WithdrawalRequest,
} from '../port/index.ts';
import { TRIED } from './testing/tried.ts';
import { openRecorded } from './testing/recorded.ts';
import type { Recorded } from './testing/recorder.ts';
import { ADDRESS, DEADLINE, ID, NOW, ORDER_ID, type Wire } from './testing/wire.ts';

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
  { amount = '1.2345678901' }: Wire,
  operate: Operation,
): Promise<readonly Recorded[]> {
  const { venue, requests } = await openRecorded(id);
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
