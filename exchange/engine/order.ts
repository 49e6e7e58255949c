import type { Decimal } from '../../src/kernel/index.ts';

export interface Order {
  readonly id: string;
  readonly clientOrderId: string;
  readonly account: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market' | 'ioc' | 'post-only';
  readonly price: Decimal | null;
  readonly quantity: Decimal;
  /** The amount locked per unfilled unit, in the asset the order pays with. */
  readonly holdPerUnit: Decimal;
  readonly placedAt: number;
  filled: Decimal;
  status: 'open' | 'filled' | 'cancelled';
}
