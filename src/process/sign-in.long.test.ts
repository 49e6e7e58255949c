import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCredential } from '../platform/auth/index.ts';
import { createTestDatabase } from '../testing/database.ts';
import { requestToken } from '../testing/request-token.ts';
import { operatorContext } from './context.ts';
import { until } from './testing/partners.ts';
import { openTraders, type Trader } from './testing/traders.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const [LEAVING, FLOODING] = ['127.0.0.2', '127.0.0.3'];
const CALLERS = 8;
const RECOVERY_MS = 5_000;
/** Only there to end what cannot succeed. */
const PATIENCE_MS = 120_000;

const { url, db } = await createTestDatabase();
const traders = openTraders({ databaseUrl: url, venues: {} });
let service: Trader;
beforeAll(async () => {
  service = await traders.start({ roles: 'trading' });
});
afterAll(() => traders.close());

/** The time until a client that never signed in before has its token; it tries again as clients do. */
async function signIn(from: string): Promise<number> {
  const name = `client-${from}-${performance.now()}`;
  const input = { kind: 'client', name, tenant: 'default', scopes: ['venue-transfer:view'] } as const;
  const { secret } = await createCredential(operatorContext(db), input);
  const began = performance.now();
  let answer = '';
  await until(async () => {
    answer = await requestToken(service.url, { name, secret, from }).answer;
    return answer.startsWith('200 ');
  }, PATIENCE_MS).catch((cause: unknown) => {
    throw new Error(answer, { cause });
  });
  return performance.now() - began;
}

const wrong = (from: string) =>
  requestToken(service.url, { name: `x${performance.now()}`, secret: 'x', from });

test('eight callers who leave and a flood from another address keep no client from signing in, and nothing of it stays', async () => {
  // On a busy machine a sign-in takes long by itself.
  const withinMs = Math.max(RECOVERY_MS, 30 * (await signIn('127.0.1.0')));
  const stopping = new AbortController();
  let left = 0;
  /** Leaves before all those before it can have had their turn, and calls again at once. */
  const leave = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { outgoing, status } = wrong(LEAVING);
      status.catch(() => {});
      await sleep(500);
      outgoing.destroy();
      left += 1;
    }
  };
  const statuses: Promise<number | undefined>[] = [];
  const flood = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      statuses.push(wrong(FLOODING).status.catch(() => undefined));
      await sleep(100);
    }
  };
  const flooding = [flood(), ...Array.from({ length: CALLERS }, leave)];
  await sleep(2_000);
  for (let host = 1; host <= 5; host++) expect(await signIn(`127.0.1.${host}`)).toBeLessThan(withinMs);

  stopping.abort();
  await Promise.all(flooding);
  const ended = performance.now();
  for (const from of [LEAVING, FLOODING, '127.0.1.6']) await signIn(from);
  expect(performance.now() - ended).toBeLessThan(withinMs);
  // It was an overload: some of the flood were turned away.
  expect(left).toBeGreaterThan(CALLERS);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([401, 503]));
});
