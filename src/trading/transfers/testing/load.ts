import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../withdrawals/testing/random.ts';

interface Client {
  readonly client: number;
  readonly random: Random;
  readonly venues: readonly string[];
  /** Of the servers that are there now. */
  readonly ports: () => readonly number[];
  /** The ids of what was answered with success. */
  readonly accepted: Set<string>;
  /** Those that ask for something at this moment. */
  readonly asking: Set<number>;
  readonly signal: AbortSignal;
  readonly mayAsk: () => Promise<boolean>;
}

/** Few amounts, so that most transfers look like others. */
const MOVES = [
  { asset: { code: 'ETH' }, network: 'ETHEREUM', amount: '0.5' },
  { asset: { code: 'ETH' }, network: 'ETHEREUM', amount: '0.500000000000000001' },
  { asset: { code: 'XRP' }, network: 'XRPL', amount: '1.000001' },
] as const;
const PAUSE_MS = 300;

/** Asks for one transfer after the other, each as often as it takes to get an answer, and some once more. */
export async function ask(one: Client): Promise<void> {
  const { client, random, venues, ports, accepted, asking, signal, mayAsk } = one;
  for (let count = 0; !signal.aborted; count++) {
    await sleep(random.below(PAUSE_MS));
    if (!(await mayAsk())) continue;
    asking.add(client);
    const from = random.below(venues.length);
    const to = (from + 1 + random.below(venues.length - 1)) % venues.length;
    const body = JSON.stringify({
      ...MOVES[random.below(MOVES.length)],
      reference: `chaos-${client}-${count}`,
      fromVenue: venues[from],
      toVenue: venues[to],
    });
    const first = await untilAnswered(body, ports, random);
    accepted.add(first);
    const again = random.strikes(0.1) ? await untilAnswered(body, ports, random) : first;
    if (again !== first) throw new Error(`${first} and ${again} have one reference.`);
    asking.delete(client);
  }
}

async function untilAnswered(body: string, ports: () => readonly number[], random: Random): Promise<string> {
  for (;;) {
    const open = ports();
    const id = await send(open[random.below(open.length)], body);
    if (id !== undefined) return id;
    await sleep(20 + random.below(50));
  }
}

/** The id, or undefined when it has to be sent again. */
async function send(port: number | undefined, body: string): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const response = await fetch(`http://127.0.0.1:${port}/trade/v1/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  // A busy machine may take too long to send what it asks for.
  if (!response || response.status >= 500 || response.status === 408) return undefined;
  // The process may die before the whole answer is there.
  const answer = await response.json().catch(() => undefined);
  if (answer === undefined) return undefined;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return (answer as { id: string }).id;
}
