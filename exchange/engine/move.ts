import { Decimal } from '../../src/kernel/index.ts';
import type { Balance, ExchangeState } from './state.ts';

type Pocket = readonly [account: string, bucket: keyof Balance];

/** The only way a balance changes: what one pocket gains another loses, so sums are preserved. */
export function move(state: ExchangeState, asset: string, amount: Decimal, from: Pocket, to: Pocket): void {
  add(state, asset, amount.negate(), from);
  add(state, asset, amount, to);
}

function add(state: ExchangeState, asset: string, amount: Decimal, [account, bucket]: Pocket): void {
  const balance = balanceOf(state, account, asset);
  const next = balance[bucket].plus(amount).trim();
  if (next.sign < 0 && account === state.terms.account.code) {
    throw new Error(`The ${bucket} ${asset} of ${account} would become ${next.toString()}.`);
  }
  balance[bucket] = next;
}

export function balanceOf(state: ExchangeState, account: string, asset: string): Balance {
  const balances = state.accounts.get(account) ?? new Map<string, Balance>();
  const balance = balances.get(asset) ?? emptyBalance();
  state.accounts.set(account, balances.set(asset, balance));
  return balance;
}

const emptyBalance = (): Balance => ({
  available: Decimal.ZERO,
  locked: Decimal.ZERO,
  withdrawing: Decimal.ZERO,
  depositing: Decimal.ZERO,
});
