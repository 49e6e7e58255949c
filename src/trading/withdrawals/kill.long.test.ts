import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { verifyAudit } from '../../platform/audit/index.ts';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { RECIPIENTS } from '../../platform/personal-data/testing/samples.ts';
import { binanceIn } from '../venues/testing/asking.ts';
import { accessTo, keysOf, startLoopback } from '../venues/testing/imitated.ts';
import { putInForce } from './testing/rest.ts';
import { PEOPLE } from './testing/serve.ts';
import { startServer, type Server } from './testing/start-server.ts';

const CALL_TIMEOUT_MS = 1_500;
/** What is screened and needs an approval; amounts from the second on must be answered at once. */
const [SCREENED, AT_ONCE] = ['0.02', '0.03'];
const SCREENING = { withinSeconds: 3_600, silence: 'REFUSE' };

const database = await createTestDatabase({ poolSize: 4 });
const { sql } = database;
const program = await bundle(join(import.meta.dirname, 'testing/server.ts'));
const asking = binanceIn('FR');
const exchange = await startLoopback(asking.dialect);
const { key, secret, password } = keysOf('binance');
const options = {
  databaseUrl: database.url,
  exchangeUrl: '',
  callTimeoutMs: CALL_TIMEOUT_MS,
  asking: {
    venue: {
      code: 'paris',
      tenant: 'default',
      account: 'MAIN',
      kind: 'ccxt',
      exchange: 'binance',
      credentials: 'env:VENUE',
      ...accessTo(exchange.port),
    },
    env: { VENUE_KEY: key, VENUE_SECRET: secret, VENUE_PASSWORD: password ?? '' },
    personalKey: `first=${'k'.repeat(40)}`,
  },
} as const;
const travelRule = {
  ...RECIPIENTS['our own wallet'],
  party: undefined,
  address: undefined,
  purpose: undefined,
};
let server: Server | undefined;

await sql`insert into venue_switch (tenant, venue, trading, withdrawals) values ('default', 'paris', 'off', 'live')`;
await putInForce(database.db, [
  {
    asset: 'ETH',
    amountFrom: AT_ONCE,
    verdict: 'REQUIRE_SCREENING',
    screening: { ...SCREENING, withinSeconds: 1 },
  },
  { asset: 'ETH', amountFrom: SCREENED, verdict: 'REQUIRE_SCREENING', screening: SCREENING },
  { verdict: 'REQUIRE_APPROVALS', approvals: 1 },
]);
for (const [name, id] of PEOPLE) {
  await sql`
    insert into credential (id, kind, name, tenant, scopes, secret_id, created_at)
    values (${id}, 'person', ${name}, 'default', '{}', ${newId()}, now())`;
}
afterEach(async () => {
  await server?.kill();
  server = undefined;
});
afterAll(async () => {
  await exchange.goOffline();
  await program.remove();
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id: string;
    readonly screening?: { readonly digest: string } | null;
    readonly proof?: string;
  };
}

/** Undefined where the process died before it answered. */
async function call(
  who: string,
  method: string,
  path: string,
  body?: object,
  proof?: string,
): Promise<Answer | undefined> {
  const headers = {
    authorization: `Bearer ${who}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(proof !== undefined && { 'x-quaestor-proof': proof }),
  };
  const url = `http://127.0.0.1:${server?.port}/trade/v1/venues/withdrawals${path}`;
  const asked = fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return asked
    .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
    .catch(() => undefined);
}

const referenceNow = (): string => `the one ${made}`;

interface Row {
  readonly id: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly votes: number;
  readonly required: number;
}

/** The withdrawal that the test is about now. */
const row = async (): Promise<Row | undefined> =>
  (
    await sql<Row[]>`
      select id, status, screening ->> 'verdict' as verdict, approvals_required as required,
        (select count(*)::int from withdrawal_vote where withdrawal_id = withdrawal.id) as votes
      from withdrawal where reference = ${referenceNow()}`
  )[0];
const sent = async (): Promise<number> => {
  const id = (await row())?.id;
  return exchange.core.withdrawals.filter(({ reference }) => reference === id).length;
};

/** What must be so at every moment. */
async function check(): Promise<void> {
  const now = await row();
  const left = await sent();
  expect(left).toBeLessThanOrEqual(1);
  if (left === 0) return;
  expect(['PASS', 'HOLD']).toContain(now?.verdict);
  expect(now?.votes).toBe(now?.required);
}

let amount = SCREENED;
const create = () =>
  call('load', 'POST', '', {
    asset: { code: 'ETH' },
    amount,
    venue: 'paris',
    reference: referenceNow(),
    blockchainDestination: { address: `0x${'ab'.repeat(20)}`, network: 'ETHEREUM' },
    travelRule,
  });
async function answer(verdict: string, digest?: string): Promise<Answer | undefined> {
  const id = (await row())?.id ?? '';
  const shown = await call('load', 'GET', `/${id}?expand=approvals`);
  return call('screener', 'POST', `/${id}/screening`, {
    verdict,
    digest: digest ?? shown?.body.screening?.digest,
    reason: 'As the test wants it.',
    evidence: 'case 7',
  });
}
const vote = async (who = 'voter', proof?: string) =>
  call(who, 'POST', `/${(await row())?.id ?? ''}/votes`, { decision: 'APPROVE' }, proof);
/** As a person votes, with a second factor. */
async function voteInPerson(who: string): Promise<Answer | undefined> {
  const asked = await vote(who);
  const proof = asked?.body.proof;
  if (proof === undefined) return asked;
  await sql`update proof set evidence = '{"factor": "app"}' where id = ${proof}`;
  return vote(who, proof);
}
const cancel = async () => call('load', 'POST', `/${(await row())?.id ?? ''}/cancel`);

const ROUND_MS = 25;
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(ROUND_MS);
}

async function restart(moment?: string): Promise<void> {
  await server?.kill();
  server = await startServer(program.path, { ...options, ...(moment !== undefined && { moment }) });
}

/** What the venue offers and asks is not known at once after the first start. */
async function untilTaken(act: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (;;) {
    const answered = await act();
    if (answered?.status !== 503) return answered;
    await sleep(ROUND_MS);
  }
}

/** The process dies at a moment to which what is done there leads, or its own work. */
async function killAt(moment: string, act: () => Promise<Answer | undefined> = async () => undefined) {
  await restart(moment);
  const acting = untilTaken(act);
  const { stopped } = server ?? {};
  const refused = (async () => (await acting) ?? (await stopped))();
  const answered = await Promise.race([stopped, refused]);
  if (answered !== undefined)
    throw new Error(`It was answered before ${moment}: ${JSON.stringify(answered)}`);
  await check();
  await server?.kill();
  await acting;
  await check();
}

/** The process dies within the transaction of what is done, while its audit entry is written. */
async function killWithin(act: () => Promise<Answer | undefined> = async () => undefined): Promise<void> {
  const before = await row();
  await database.db.transaction().execute(async (tx) => {
    await raw`lock table audit_log in share row exclusive mode`.execute(tx);
    await restart();
    const acting = untilTaken(act);
    const isHeldUp = "relation = 'audit_log'::regclass and not granted";
    await until(async () => (await sql`select from pg_locks where ${sql.unsafe(isHeldUp)}`).length > 0);
    await server?.kill();
    await acting;
    // The database would notice only later that nobody waits for its answer.
    await sql`select pg_terminate_backend(pid) from pg_locks where ${sql.unsafe(isHeldUp)}`;
  });
  expect(await row()).toEqual(before);
  await check();
}

/** Lets a process that nobody kills end it. */
async function finish(status: string): Promise<void> {
  await restart();
  await until(async () => {
    for (const { reference, state } of exchange.core.withdrawals)
      if (state === 'processing') exchange.core.settle(reference, 'completed');
    return (await row())?.status === status;
  });
  await check();
  expect(await sent()).toBe(status === 'COMPLETED' ? 1 : 0);
  expect(asking.faults).toEqual([]);
  expect((await verifyAudit(database.db)).fault).toBeUndefined();
}

const timesOf = async (action: string): Promise<number> =>
  (await sql`select from audit_log where action = ${action} and subject_id = ${(await row())?.id ?? ''}`)
    .length;

let made = 0;
function begin(other = SCREENED): void {
  amount = other;
  made += 1;
  asking.forms.length = 0;
}
beforeEach(() => begin());

it('a withdrawal is sent once, after its verdict and its approval, though the process is killed at every step', async () => {
  await killAt('before createWithdrawal', create);
  expect(await row()).toBeUndefined();
  await killWithin(create);
  await killAt('after createWithdrawal', create);
  const { id = '' } = (await row()) ?? {};
  await restart();
  // The caller repeats what was not answered.
  expect((await create())?.body.id).toBe(id);

  expect((await answer('PASS', '0'.repeat(64)))?.status).toBe(422);
  await killAt('before screenWithdrawal', () => answer('PASS'));
  await killWithin(() => answer('PASS'));
  expect((await row())?.verdict).toBeNull();
  await killAt('after screenWithdrawal', () => answer('PASS'));
  await restart();
  expect([(await answer('PASS'))?.status, (await answer('REFUSE'))?.status]).toEqual([409, 409]);

  await killAt('before voteOnWithdrawal', vote);
  await killWithin(vote);
  expect(await row()).toMatchObject({ status: 'APPROVAL_REQUESTED', verdict: 'PASS', votes: 0 });
  await killAt('after voteOnWithdrawal', vote);
  expect(await row()).toMatchObject({ votes: 1 });

  await killAt('before withdrawal.submit');
  await killWithin();
  await killAt('before the request');
  expect(await sent()).toBe(0);
  // Whether it was sent is not known to the next process: it asks.
  await killAt('before the question whether it is there');
  await killAt('after the question whether it is there');
  expect(await sent()).toBe(0);
  await killAt('after the request');
  expect(await sent()).toBe(1);
  await killAt('before the question whether it is there');
  await killAt('after the question whether it is there');
  await killAt('after withdrawal.submit');
  await killAt('before the question about its status');
  await killAt('after the question about its status');
  await killAt('after withdrawal.poll');
  await finish('COMPLETED');

  expect((await row())?.id).toBe(id);
  expect(await row()).toMatchObject({ verdict: 'PASS', votes: 1, required: 1 });
  for (const action of ['withdrawal.create', 'withdrawal.screen', 'withdrawal.vote'])
    expect([action, await timesOf(action)]).toEqual([action, 1]);
  expect(asking.forms).toHaveLength(1);
}, 600_000);

it('what a screener holds is sent once, after a person has approved it too, though the process is killed at every step', async () => {
  await killAt('after createWithdrawal', create);
  await killAt('before screenWithdrawal', () => answer('HOLD'));
  await killAt('after screenWithdrawal', () => answer('HOLD'));
  expect(await row()).toMatchObject({ status: 'APPROVAL_REQUESTED', verdict: 'HOLD', required: 2 });
  await restart();
  expect((await answer('PASS'))?.status).toBe(409);
  // A program cannot give what is to come from people.
  expect((await vote())?.status).toBe(422);
  await killAt('before voteOnWithdrawal', () => voteInPerson('ada'));
  await killAt('after voteOnWithdrawal', () => voteInPerson('ada'));
  expect(await row()).toMatchObject({ status: 'APPROVAL_REQUESTED', votes: 1 });
  await killAt('after voteOnWithdrawal', () => voteInPerson('grace'));
  await killAt('before the request');
  await killAt('after the request');
  await finish('COMPLETED');
}, 600_000);

/** What is done about one of its own ends it without its being sent. */
async function endsUnsent(act: () => Promise<unknown>, other?: string): Promise<number> {
  begin(other);
  await act();
  await finish('CANCELLED');
  expect((await vote())?.status).toBe(409);
  // Whatever comes then is refused.
  expect((await answer('PASS'))?.status).toBe(409);
  await finish('CANCELLED');
  return sent();
}

it.each(['before', 'after'])(
  'what is refused, not answered, answered late or after a cancellation is never sent, though the process is killed %s each step',
  async (when) => {
    expect(
      await endsUnsent(async () => {
        await killAt('after createWithdrawal', create);
        await killAt(`${when} screenWithdrawal`, () => answer('REFUSE'));
        await restart();
        await answer('REFUSE');
      }),
    ).toBe(0);
    expect(
      await endsUnsent(async () => {
        await killAt('after createWithdrawal', create);
        await killAt(`${when} cancelWithdrawal`, cancel);
        await restart();
        await cancel();
        await killAt('before screenWithdrawal', () => answer('PASS'));
      }),
    ).toBe(0);
    expect(
      await endsUnsent(async () => {
        await killAt('after createWithdrawal', create);
        await killAt(`${when} withdrawal.expire`);
      }, AT_ONCE),
    ).toBe(0);
  },
  600_000,
);
