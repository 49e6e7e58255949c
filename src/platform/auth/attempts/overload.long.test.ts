import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { postFrom, requestToken, type Caller } from '../../../testing/request-token.ts';
import { createClock, openProcess, plantCredential, serve } from '../testing/fixture.ts';

const database = await createTestDatabase();

const signIn = (url: string, { name, secret, from }: Caller) =>
  postFrom(from, `${url}/api/auth/`, 'application/json', JSON.stringify({ login: name, password: secret }));

/** Sign-ins with names that do not exist, each of which costs a hash of full price. */
const flood = (url: string, callers: number, from = '127.0.0.2') =>
  Array.from({ length: callers }, (_, index) => requestToken(url, { name: `x${index}`, secret: 'x', from }));

async function setUp() {
  const clock = createClock();
  const process = await openProcess(database, clock);
  const trading = await serve(process, clock, 'trading');
  const partner = await serve(process, clock, 'partner');
  const client = { ...(await plantCredential(database)), from: '127.0.0.1' };
  const newcomer = { ...(await plantCredential(database)), from: '127.0.0.3' };
  const person = { ...(await plantCredential(database, { kind: 'person' })), from: '127.0.0.1' };
  expect(await requestToken(trading.url, client).status).toBe(200);
  return { trading, partner, client, newcomer, person };
}

/** Tries again after a refusal that asks for it: on a busy machine one hash may take longer than a caller is made to wait. */
async function statusOf(
  ask: () => { readonly status: Promise<number | undefined> },
): Promise<number | undefined> {
  const status = await ask().status;
  return status === 503 ? statusOf(ask) : status;
}

it('72 concurrent sign-ins from an unknown source block neither known clients, new sources nor the other service', async () => {
  const { trading, partner, client, newcomer, person } = await setUp();
  const strangers = flood(trading.url, 72);
  let hashed = 0;
  for (const { status } of strangers) void status.then((code) => (hashed += code === 401 ? 1 : 0));
  expect(await statusOf(() => requestToken(trading.url, client))).toBe(200);
  expect(await statusOf(() => signIn(partner.url, person))).toBe(200);
  let hashedBefore = 0;
  const askAnew = () => {
    hashedBefore = hashed;
    return requestToken(trading.url, newcomer);
  };
  expect(await statusOf(askAnew)).toBe(200);
  expect(hashed - hashedBefore, 'strangers that were served before the newcomer').toBeLessThan(10);
  const codes = await Promise.all(strangers.map(({ status }) => status));
  expect(new Set(codes)).toEqual(new Set([401, 503]));
});

it('requests of callers that left are dropped, and a new source is served immediately', async () => {
  const { trading, newcomer } = await setUp();
  const strangers = flood(trading.url, 20, newcomer.from);
  for (const { status } of strangers) status.catch(() => {});
  await Promise.race(strangers.map(({ status }) => status));
  for (const { outgoing } of strangers) outgoing.destroy();
  onTestFinished(() => strangers.forEach(({ outgoing }) => outgoing.destroy()));
  expect(await statusOf(() => requestToken(trading.url, newcomer))).toBe(200);
});
