import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

interface Client {
  readonly client: number;
  readonly random: Random;
  /** Of the servers that are there now. */
  readonly ports: () => readonly number[];
  /** The ids of what was answered with success. */
  readonly accepted: Set<string>;
  /** Every status an answer had. */
  readonly statuses: Set<number>;
  readonly signal: AbortSignal;
  /** It stops when so many were accepted of all clients together. */
  readonly most?: number;
}

const PAUSE_MS = 50;

/** Asks for one withdrawal after the other, each as often as it takes to get an answer. */
export async function ask(asking: Client): Promise<void> {
  const { client, random, ports, accepted, statuses, signal, most = Infinity } = asking;
  for (let count = 0; !signal.aborted && accepted.size < most; count++) {
    const body = JSON.stringify(aWithdrawal(`chaos-${client}-${count}`));
    let id: string | undefined;
    while (id === undefined) {
      const open = ports();
      id = await send(open[random.below(open.length)], body, statuses).catch(whenUnanswered);
      await sleep(random.below(PAUSE_MS));
    }
    accepted.add(id);
  }
}

class Refused extends Error {}

/** The id, or undefined when it has to be sent again. */
async function send(
  port: number | undefined,
  body: string,
  statuses: Set<number>,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const response = await fetch(`http://127.0.0.1:${port}/trade/v1/venues/withdrawals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(5_000),
  });
  statuses.add(response.status);
  if (response.ok) return ((await response.json()) as { id: string }).id;
  if (response.status < 500) throw new Refused(await response.text());
  return undefined;
}

function whenUnanswered(error: unknown): undefined {
  if (error instanceof Refused) throw error;
}

const aWithdrawal = (reference: string) => ({
  asset: { code: 'BTC' },
  amount: '0.001',
  venue: 'aurora',
  reference,
  blockchainDestination: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', network: 'BITCOIN' },
});
