import type { ConversionOrder, FoundTrade } from '@quaestor/sdk';
import { Big } from 'big.js';
import { readAmount, readDecimal } from '../../../shared/money/index.ts';
import { texts } from './texts.ts';
import { readUtc } from './utc.ts';

export const MAX_TRADES = 1_000;

/** A trade as a person has typed it, in the language of the page. */
export type DraftTrade = Readonly<
  Record<'venueTradeId' | 'tradedAt' | 'price' | 'quantity' | 'fee' | 'feeAsset', string>
> & {
  readonly key: string;
  readonly liquidity: FoundTrade['liquidity'];
};

export interface Draft {
  readonly found: 'TRADES' | 'NOTHING' | '';
  readonly trades: DraftTrade[];
  readonly comment: string;
}

export const EMPTY: Draft = { found: '', trades: [], comment: '' };

let made = 0;

/** An order that is only posted never takes, and the others never wait. */
export const newTrade = ({ type }: Pick<ConversionOrder, 'type'>): DraftTrade => ({
  key: String((made += 1)),
  venueTradeId: '',
  tradedAt: '',
  price: '',
  quantity: '',
  fee: '',
  feeAsset: '',
  liquidity: type === 'post-only' ? 'maker' : 'taker',
});

/** `BTC-USDT` → `BTC` and `USDT` */
export function assetsOf({ symbol }: Pick<ConversionOrder, 'symbol'>) {
  const [base = '', counter = ''] = symbol.split('-');
  return { base, counter };
}

/** In the order in which the server names those that it refuses. */
export const inOrder = (trades: readonly DraftTrade[]): DraftTrade[] =>
  trades.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : idOf(one) > idOf(other) ? 1 : 0));

const idOf = ({ venueTradeId }: DraftTrade): string => venueTradeId.trim();

type Order = Pick<ConversionOrder, 'symbol'>;

export function tradesOf(order: Order, { found, trades }: Draft): FoundTrade[] {
  const { base, counter } = assetsOf(order);
  if (found !== 'TRADES') return [];
  return trades.map((trade) => ({
    venueTradeId: idOf(trade),
    price: readAmount(trade.price, counter) ?? '',
    quantity: readAmount(trade.quantity, base) ?? '',
    fee: { asset: trade.feeAsset.trim(), amount: readDecimal(trade.fee) ?? '' },
    liquidity: trade.liquidity,
    tradedAt: readUtc(trade.tradedAt) ?? '',
  }));
}

/** By the names of the fields. The server checks it again, and whether the order can have traded it. */
export function faultsOf(order: Order, draft: Draft): Record<string, string> {
  const { found, trades, comment } = draft;
  const { faults: t } = texts;
  const faults: Record<string, string> = {};
  if (found === '') faults['found'] = t.choose;
  if (found === 'TRADES' && trades.length === 0) faults['trades'] = t.noTrade;
  if (comment.trim() === '') faults['comment'] = t.comment;
  for (const [index, trade] of tradesOf(order, draft).entries()) {
    for (const [name, fault] of Object.entries(faultsIn(trade))) faults[`trades.${index}.${name}`] = fault;
  }
  return faults;
}

const isPositive = (amount: string): boolean => amount !== '' && new Big(amount).gt(0);

function faultsIn({ venueTradeId, price, quantity, fee, tradedAt }: FoundTrade): Record<string, string> {
  const { faults: t } = texts;
  return {
    ...(venueTradeId === '' && { venueTradeId: t.tradeId }),
    ...(tradedAt === '' && { tradedAt: t.time }),
    ...(!isPositive(price) && { price: t.amount }),
    ...(!isPositive(quantity) && { quantity: t.amount }),
    ...(fee.amount === '' && { fee: t.fee }),
    ...(fee.asset === '' && { feeAsset: t.feeAsset }),
  };
}

/** Where the form has the fields that the server has found wrong. */
export const fieldOf = (name: string): string =>
  name.replace(/\.fee\.amount$/, '.fee').replace(/\.fee\.asset$/, '.feeAsset');
