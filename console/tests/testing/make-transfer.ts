import { setTimeout as sleep } from 'node:timers/promises';
import { apiOf } from './api.ts';
import type { Desk } from './desk.ts';

const PATH = '/trade/v1/transfers';
const PATIENCE_MS = 150_000;
const SENT = {
  fromVenue: 'aurora',
  toVenue: 'borealis',
  asset: { code: 'USDC' },
  amount: '4200.50',
  network: 'ETHEREUM',
};

interface Transfer {
  readonly id: string;
  readonly status: string;
  readonly blockchainDestination: { readonly address: string };
  readonly withdrawal: { readonly status: string; readonly hash: string | null };
}

/** A transfer that has left one venue for good. */
export async function sendTransfer(desk: Desk, reference: string): Promise<Transfer> {
  const [operator, approver] = [apiOf(desk), apiOf(desk, 'approver')];
  const { id } = await operator<Transfer>('POST', PATH, { ...SENT, reference });
  await approver('POST', `/trade/v1/venues/withdrawals/${id}/votes`, { decision: 'APPROVE' });
  return untilTransfer(desk, id, 'IN_FLIGHT');
}

/** What arrives of it at the other venue. Resolves with its id there. */
export async function arrive(desk: Desk, sent: Transfer, amount = SENT.amount): Promise<string> {
  const exchange = desk.exchange('borealis');
  const { address } = sent.blockchainDestination;
  const destination = { kind: 'blockchain', network: SENT.network, address } as const;
  const hash = sent.withdrawal.hash ?? '';
  const { transfer } = await exchange.deposit(SENT.asset.code, amount, 0, { destination, hash });
  await exchange.judge(transfer.id, 'credited');
  return transfer.id;
}

/** As if it had waited for hours. */
export async function makeLost(desk: Desk, sent: Transfer): Promise<void> {
  await desk.change(
    (sql) => sql`update withdrawal set updated_at = updated_at - interval '3 hours' where id = ${sent.id}`,
  );
  await untilTransfer(desk, sent.id, 'NEEDS_PERSON');
}

export async function untilTransfer(desk: Desk, id: string, status: string): Promise<Transfer> {
  const operator = apiOf(desk);
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await operator<Transfer>('GET', `${PATH}/${id}`);
    if (seen.status === status && seen.withdrawal.status === 'COMPLETED') return seen;
    if (Date.now() > giveUpAt) throw new Error(`The transfer stays as it is: ${JSON.stringify(seen)}`);
    await sleep(200);
  }
}
