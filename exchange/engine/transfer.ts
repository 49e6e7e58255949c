import type { ExchangeState, Transfer } from './state.ts';

type TransferDraft = Omit<Transfer, 'id' | 'status' | 'hash' | 'failureReason'>;

export function begin(state: ExchangeState, draft: TransferDraft): Transfer {
  const id = `W${++state.lastTransfer}`;
  const transfer: Transfer = { ...draft, id, status: 'accepted', hash: null, failureReason: null };
  state.transfers.set(id, transfer);
  state.transfersInFlight.add(id);
  if (draft.reference !== null) state.transferIdByReference.set(draft.reference, id);
  return transfer;
}

export function withdrawalOf(state: ExchangeState, reference: string): Transfer | undefined {
  return state.transfers.get(state.transferIdByReference.get(reference) ?? '');
}
