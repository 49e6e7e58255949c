/**
 * Requests the payouts of a file and waits until each is approved and paid, or refused. It can be interrupted and started
 * again at any time: a reference is paid once.
 *
 *   QUAESTOR_URL=… QUAESTOR_CLIENT=… QUAESTOR_SECRET=… npx tsx payout-bot.ts payouts.json
 */
import { readFile } from 'node:fs/promises';
import { clientCredentials, Trading, type CreateWithdrawal, type Withdrawal } from '@quaestor/sdk';

const {
  QUAESTOR_URL: url = 'http://127.0.0.1:8080',
  QUAESTOR_CLIENT = '',
  QUAESTOR_SECRET = '',
} = process.env;
const trading = new Trading({ url, auth: clientCredentials(QUAESTOR_CLIENT, QUAESTOR_SECRET) });

const payouts = JSON.parse(await readFile(process.argv[2] ?? 'payouts.json', 'utf8')) as CreateWithdrawal[];
const waiting = new Map<string, Withdrawal>();
for (const payout of payouts) {
  const withdrawal = await trading.withdrawals.create(payout);
  waiting.set(withdrawal.id, withdrawal);
  report(withdrawal);
}

// The events before the last one that was seen are kept for 24 hours; asking again covers a longer pause.
while (waiting.size > 0) {
  for (const id of waiting.keys()) {
    const withdrawal = await trading.withdrawals.get(id);
    if (withdrawal.status !== waiting.get(id)?.status) report(withdrawal);
    if (['COMPLETED', 'FAILED', 'CANCELLED'].includes(withdrawal.status)) waiting.delete(id);
    else waiting.set(id, withdrawal);
  }
  if (waiting.size > 0) await nextChange();
}

/** Waits until a payout has changed, at most 10 seconds. */
async function nextChange(): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  try {
    for await (const event of trading.events.stream({ signal })) {
      if (event.type === 'withdrawal.state-changed' && waiting.has(event.data.id)) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function report({ reference, amount, asset, status, failureMessage }: Withdrawal): void {
  console.log(
    `${reference}: ${amount} ${asset.code} is ${status}${failureMessage === null ? '' : `, ${failureMessage}`}`,
  );
}
