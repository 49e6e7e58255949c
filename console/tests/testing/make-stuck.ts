import { expect } from 'vitest';
import { apiOf, aWithdrawal } from './api.ts';
import type { Desk } from './desk.ts';

const PATH = '/trade/v1/venues/withdrawals';
/** What the venue says instead of whether it has the withdrawal. */
export const SILENCE = { status: 403, code: 'forbidden', message: 'The key may not read withdrawals.' };

/** A withdrawal that the venue may have, but does not say so. */
export async function makeStuck(desk: Desk, reference: string): Promise<string> {
  const [operator, approver] = [apiOf(desk), apiOf(desk, 'approver')];
  const exchange = desk.exchange('aurora');
  await exchange.fault({ operation: 'withdraw', fault: { type: 'drop' }, times: 1 });
  await exchange.fault({ operation: 'findWithdrawal', fault: { type: 'refuse', ...SILENCE } });
  const { id } = await operator<{ id: string }>('POST', PATH, aWithdrawal(reference));
  await approver('POST', `${PATH}/${id}/votes`, { decision: 'APPROVE' });
  await expect
    .poll(
      async () =>
        (await operator<{ waitingReason?: string | null }>('GET', `${PATH}/${id}?expand=approvals`))
          .waitingReason,
    )
    .toContain('resolve it');
  await exchange.clearFaults();
  return id;
}
