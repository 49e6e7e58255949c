import { Decimal } from '../../src/kernel/index.ts';
import { emptyBook } from './book.ts';
import { move } from './move.ts';
import { seeded } from './random.ts';
import { OUTSIDE, type ExchangeState, type Market, type Walk } from './state.ts';
import type { MarketTerms, Terms } from './terms.ts';

export function openState(name: string, seed: string, terms: Terms): ExchangeState {
  const state: ExchangeState = {
    name,
    terms,
    accounts: new Map(),
    markets: new Map(terms.markets.map((market) => [symbolOf(market), openMarket(name, seed, market)])),
    orders: new Map(),
    orderIdByClientOrderId: new Map(),
    trades: new Map(),
    transfers: new Map(),
    transferIdByReference: new Map(),
    transfersInFlight: new Set(),
    walks: new Map(terms.assets.map((asset) => [asset.code, walk(`${seed}/${asset.code}`)])),
    commands: 0,
    lastOrder: 0,
    lastTrade: 0,
    lastTransfer: 0,
    ticks: 0,
  };
  for (const { code, openingBalance } of terms.assets) {
    move(
      state,
      code,
      Decimal.parse(openingBalance),
      [OUTSIDE, 'available'],
      [terms.account.code, 'available'],
    );
  }
  return state;
}

const symbolOf = (market: MarketTerms): string => `${market.base}-${market.counter}`;
const walk = (seed: string): Walk => ({ random: seeded(seed), offsetPpb: 0 });

function openMarket(name: string, seed: string, terms: MarketTerms): Market {
  const symbol = symbolOf(terms);
  return {
    symbol,
    terms,
    tickSize: Decimal.parse(terms.tickSize),
    lotSize: Decimal.parse(terms.lotSize),
    book: emptyBook(),
    quotes: { buy: new Map(), sell: new Map() },
    walk: walk(`${seed}/${name}/${symbol}`),
  };
}
