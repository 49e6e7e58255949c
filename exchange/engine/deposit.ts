import { balanceOf, move } from './move.ts';
import { parseAmount } from './parse-amount.ts';
import { Refusal } from './refusal.ts';
import {
  assetOf,
  OUTSIDE,
  type ExchangeState,
  type PartlyShown,
  type Transfer,
  type TransferDestination,
} from './state.ts';
import { begin } from './transfer.ts';

export interface DepositInput {
  readonly asset: string;
  readonly amount: string;
  readonly delayMs: number;
  /** Our address that it came to, where it came over a blockchain. */
  readonly destination?: Extract<TransferDestination, { kind: 'blockchain' }>;
  readonly hash?: string;
  readonly shown?: Shown;
}

export type Shown = PartlyShown | 'all';

/** Credits funds from outside. */
export function deposit(state: ExchangeState, input: DepositInput, at: number): Transfer {
  const asset = assetOf(state, input.asset).code;
  const amount = parseAmount('amount', input.amount);
  move(state, asset, amount, [OUTSIDE, 'available'], [state.terms.account.code, 'depositing']);
  const settlesAt = at + input.delayMs;
  const made = begin(state, {
    kind: 'deposit',
    reference: null,
    asset,
    amount,
    destination: input.destination ?? null,
    acceptedAt: at,
    settlesAt,
    fate: null,
  });
  made.hash = input.hash ?? null;
  if (input.shown) showAs(made, input.shown);
  return made;
}

/** Shows more or less of a deposit from now on, as venues do whose lists lag behind their books. */
export function show(
  state: ExchangeState,
  { id, shown }: { readonly id: string; readonly shown: Shown },
): Transfer {
  const transfer = depositOf(state, id);
  showAs(transfer, shown);
  return transfer;
}

function showAs(transfer: Transfer, shown: Shown): void {
  if (shown === 'all') delete transfer.shown;
  else transfer.shown = shown;
}

function depositOf(state: ExchangeState, id: string): Transfer {
  const transfer = state.transfers.get(id);
  if (transfer?.kind === 'deposit') return transfer;
  throw new Refusal('unknown_deposit', `There is no deposit ${id}.`);
}

export type Judgement = 'pending' | 'locked' | 'information' | 'credited' | 'rejected';

/** Says what a deposit is from now on, also against what was said before. It no longer ends by itself. */
export function judge(
  state: ExchangeState,
  { id, judgement }: { readonly id: string; readonly judgement: Judgement },
): Transfer {
  const transfer = depositOf(state, id);
  const { asset, amount } = transfer;
  const account = state.terms.account.code;
  const isTakenBack = transfer.status === 'completed' && judgement !== 'credited';
  if (isTakenBack && balanceOf(state, account, asset).available.compare(amount) < 0) {
    throw new Refusal('insufficient_balance', `The deposit ${id} has been spent.`);
  }
  const pockets = {
    completed: [account, 'available'],
    failed: [OUTSIDE, 'available'],
    processing: [account, 'depositing'],
    accepted: [account, 'depositing'],
  } as const;
  const status = judgement === 'credited' ? 'completed' : judgement === 'rejected' ? 'failed' : 'processing';
  move(state, asset, amount, pockets[transfer.status], pockets[status]);
  transfer.status = status;
  state.transfersInFlight.delete(id);
  if (judgement === 'locked' || judgement === 'information') transfer.hold = judgement;
  else delete transfer.hold;
  return transfer;
}
