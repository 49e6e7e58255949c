import { move } from './move.ts';
import { Refusal } from './refusal.ts';
import { FEES, OUTSIDE, type ExchangeState, type Transfer } from './state.ts';
import { transactionHash } from './transaction-hash.ts';
import { withdrawalOf } from './transfer.ts';

/** Advances due transfers: half of the time they are accepted, half processing. */
export function progress(state: ExchangeState, _input: Record<string, never>, at: number): void {
  for (const id of state.transfersInFlight) {
    const transfer = state.transfers.get(id);
    if (!transfer || transfer.inquiry !== undefined || at < dueAt(transfer)) continue;
    if (at >= transfer.settlesAt) finish(state, transfer, transfer.fate);
    else process(state, transfer);
  }
}

/** Sends the transaction of a withdrawal, which is completed later. */
export function broadcast(state: ExchangeState, input: { readonly reference: string }): Transfer {
  const transfer = inFlight(state, input.reference);
  process(state, transfer);
  return transfer;
}

/** A transaction has its hash as soon as it is sent; one that will fail is never sent. */
function process(state: ExchangeState, transfer: Transfer): void {
  transfer.status = 'processing';
  const { destination, fate, kind } = transfer;
  if (kind === 'withdrawal' && destination?.kind === 'blockchain' && fate === null)
    transfer.hash = transactionHash(state.name, transfer);
}

/** Answers what the exchange wanted to know about a withdrawal, which then goes on. */
export function inform(state: ExchangeState, input: { readonly reference: string }): Transfer {
  const transfer = inFlight(state, input.reference);
  delete transfer.inquiry;
  return transfer;
}

/** When `progress` next has something to do. */
export function nextProgressAt(state: ExchangeState): number | undefined {
  let next: number | undefined;
  for (const id of state.transfersInFlight) {
    const transfer = state.transfers.get(id);
    if (transfer && transfer.inquiry === undefined) next = Math.min(next ?? Infinity, dueAt(transfer));
  }
  return next;
}

const dueAt = ({ status, acceptedAt, settlesAt }: Transfer): number =>
  status === 'accepted' ? Math.floor((acceptedAt + settlesAt) / 2) : settlesAt;

/** Ends a withdrawal now: failed if a reason is given, else completed. */
export function settle(
  state: ExchangeState,
  input: { readonly reference: string; readonly failureReason: string | null },
): Transfer {
  const transfer = inFlight(state, input.reference);
  finish(state, transfer, input.failureReason);
  return transfer;
}

function inFlight(state: ExchangeState, reference: string): Transfer {
  const transfer = withdrawalOf(state, reference);
  if (transfer && state.transfersInFlight.has(transfer.id)) return transfer;
  throw new Refusal('not_in_flight', `No withdrawal with the reference ${reference} is in flight.`);
}

function finish(state: ExchangeState, transfer: Transfer, failureReason: string | null): void {
  const { asset, amount, fee, kind } = transfer;
  const account = state.terms.account.code;
  if (kind === 'deposit') {
    move(state, asset, amount, [account, 'depositing'], [account, 'available']);
  } else if (failureReason === null) {
    move(state, asset, amount, [account, 'withdrawing'], [OUTSIDE, 'available']);
    if (fee) move(state, asset, fee, [account, 'withdrawing'], [FEES, 'available']);
    transfer.hash = transactionHash(state.name, transfer);
  } else {
    const total = fee ? amount.plus(fee) : amount;
    move(state, asset, total, [account, 'withdrawing'], [account, 'available']);
    transfer.hash = null;
  }
  delete transfer.inquiry;
  transfer.failureReason = failureReason;
  transfer.status = failureReason === null ? 'completed' : 'failed';
  state.transfersInFlight.delete(transfer.id);
}
