import { move } from './move.ts';
import { parseAmount } from './parse-amount.ts';
import { assetOf, OUTSIDE, type ExchangeState, type Transfer } from './state.ts';
import { begin } from './transfer.ts';

export interface DepositInput {
  readonly asset: string;
  readonly amount: string;
  readonly delayMs: number;
}

/** Credits funds from outside. */
export function deposit(state: ExchangeState, input: DepositInput, at: number): Transfer {
  const asset = assetOf(state, input.asset).code;
  const amount = parseAmount('amount', input.amount);
  move(state, asset, amount, [OUTSIDE, 'available'], [state.terms.account.code, 'depositing']);
  const settlesAt = at + input.delayMs;
  return begin(state, {
    kind: 'deposit',
    reference: null,
    asset,
    amount,
    destination: null,
    acceptedAt: at,
    settlesAt,
    fate: null,
  });
}
