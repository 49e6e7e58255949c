import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { createClock, openProcess, plantCredential, serve } from '../testing/fixture.ts';

const database = await createTestDatabase();
const RECOVERY_MS = 5_000;

interface Caller {
  readonly name: string;
  readonly secret: string;
  /** The address of loopback to call from. */
  readonly from: string;
}

function call(url: string, path: string, from: string, type: string, body: string) {
  const outgoing = request(`${url}${path}`, {
    method: 'POST',
    localAddress: from,
    headers: { 'content-type': type },
    agent: false,
  });
  outgoing.end(body);
  const status = once(outgoing, 'response').then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode;
  });
  return { outgoing, status };
}

const getToken = (url: string, { name, secret, from }: Caller) =>
  call(
    url,
    '/oauth/token',
    from,
    'application/x-www-form-urlencoded',
    `grant_type=client_credentials&client_id=${name}&client_secret=${secret}`,
  );

const signIn = (url: string, { name, secret, from }: Caller) =>
  call(url, '/api/auth/', from, 'application/json', JSON.stringify({ login: name, password: secret }));

async function setUp() {
  const clock = createClock();
  const process = await openProcess(database, clock);
  const trading = await serve(process, clock, 'trading');
  const partner = await serve(process, clock, 'partner');
  const client = { ...(await plantCredential(database)), from: '127.0.0.1' };
  const newcomer = { ...(await plantCredential(database)), from: '127.0.0.3' };
  const person = { ...(await plantCredential(database, { kind: 'person' })), from: '127.0.0.1' };
  expect(await getToken(trading.url, client).status).toBe(200);
  /** Sign-ins with names that do not exist, each of which costs a hash of full price. */
  const flood = (url: string, callers: number, from = '127.0.0.2') =>
    Array.from({ length: callers }, (_, index) => getToken(url, { name: `x${index}`, secret: 'x', from }));
  return { trading, partner, client, newcomer, person, flood };
}

const within = async (ms: number, status: Promise<unknown>): Promise<unknown> => {
  const startMs = performance.now();
  const answer = await status;
  expect(performance.now() - startMs).toBeLessThan(ms);
  return answer;
};

it('72 concurrent sign-ins from an unknown source block neither known clients, new sources nor the other service', async () => {
  const { trading, partner, client, newcomer, person, flood } = await setUp();
  const strangers = flood(trading.url, 72);
  const done: unknown[] = [];
  for (const { status } of strangers) void status.then((code) => done.push(code));
  expect(await within(RECOVERY_MS, getToken(trading.url, client).status)).toBe(200);
  expect(await within(RECOVERY_MS, signIn(partner.url, person).status)).toBe(200);
  expect(await within(RECOVERY_MS, getToken(trading.url, newcomer).status)).toBe(200);
  expect(done.length, 'the flood is still being worked on').toBeLessThan(72);
  const codes = await Promise.all(strangers.map(({ status }) => status));
  expect(new Set(codes)).toEqual(new Set([401, 503]));
});

it('requests of callers that left are dropped, and a new source is served immediately', async () => {
  const { trading, newcomer, flood } = await setUp();
  const strangers = flood(trading.url, 20, newcomer.from);
  for (const { status } of strangers) status.catch(() => {});
  await Promise.race(strangers.map(({ status }) => status));
  for (const { outgoing } of strangers) outgoing.destroy();
  onTestFinished(() => strangers.forEach(({ outgoing }) => outgoing.destroy()));
  expect(await within(RECOVERY_MS, getToken(trading.url, newcomer).status)).toBe(200);
});
