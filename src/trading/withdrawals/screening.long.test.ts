import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { verifyAudit } from '../../platform/audit/index.ts';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { Random } from './testing/random.ts';
import { putInForce, rest } from './testing/rest.ts';
import { startServer, type Server } from './testing/start-server.ts';

const KILLS = 24;
const EACH = 7;
const WITHIN_SECONDS = 3;
const SCREEN = {
  verdict: 'REQUIRE_SCREENING',
  screening: { withinSeconds: WITHIN_SECONDS, silence: 'REFUSE' },
};
/** Amounts from here on need an approval too. */
const APPROVED_FROM = '0.002';

/** What a screener does about a withdrawal. Only the first two may let it leave. */
const FATES = [
  'pass',
  'pass and repeat',
  'contradict',
  'refuse',
  'lie',
  'silent',
  'late',
  'after cancel',
] as const;
type Fate = (typeof FATES)[number];

const database = await createTestDatabase();
const seed = Number(process.env['SEED'] ?? 1);
const random = new Random(seed);
const servers = new Map<number, Server>();

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly screening?: { readonly digest: string } | null };
}

/** As often as it takes to get an answer. */
async function call(who: string, method: string, path: string, body?: object): Promise<Answer> {
  for (;;) {
    const open = [...servers.values()];
    const port = open[random.below(open.length)]?.port;
    const answer = await fetch(`http://127.0.0.1:${port}/trade/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${who}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as Answer['body'],
      }))
      .catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(random.below(40));
  }
}

async function request(reference: string, amount: string): Promise<{ id: string; digest: string }> {
  const { status, body } = await call('load', 'POST', 'venues/withdrawals', {
    asset: { code: 'BTC' },
    amount,
    venue: 'aurora',
    reference,
    blockchainDestination: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', network: 'BITCOIN' },
  });
  expect([200, 201]).toContain(status);
  const shown = await call('load', 'GET', `venues/withdrawals/${body.id}?expand=approvals`);
  return { id: body.id, digest: shown.body.screening?.digest ?? '' };
}

const answer = (id: string, digest: string, verdict: string) =>
  call('screener', 'POST', `venues/withdrawals/${id}/screening`, {
    verdict,
    digest,
    reason: 'As the test wants it.',
    evidence: 'case 7',
  });

async function play(fate: Fate, id: string, digest: string): Promise<number[]> {
  const say = async (...verdicts: string[]) =>
    (await Promise.all(verdicts.map((verdict) => answer(id, digest, verdict)))).map(({ status }) => status);
  switch (fate) {
    case 'pass':
      return say('PASS');
    case 'pass and repeat':
      return say('PASS', 'PASS', 'PASS');
    case 'contradict':
      return say('PASS', 'REFUSE');
    case 'refuse':
      return say('REFUSE');
    case 'lie':
      return [(await answer(id, '0'.repeat(64), 'PASS')).status];
    case 'late':
      await sleep(WITHIN_SECONDS * 1_000 + 100);
      return say('PASS');
    case 'after cancel':
      await call('load', 'POST', `venues/withdrawals/${id}/cancel`);
      return say('PASS');
    default:
      return [];
  }
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly votes: number;
  readonly required: number;
}

/** What must never be. */
function faultsOf(row: Row, fate: Fate | undefined, left: number): string[] {
  const { status, verdict, votes, required } = row;
  const mayPass = fate === 'pass' || fate === 'pass and repeat' || fate === 'contradict';
  return [
    left !== (status === 'COMPLETED' ? 1 : 0) && `it is ${status} and has left ${left} times`,
    left > 0 && verdict !== 'PASS' && 'it has left without a verdict',
    left > 0 && votes !== required && 'it has left without its approvals',
    left > 0 && !mayPass && 'it has left although no right answer was given',
    verdict !== 'PASS' && status !== 'CANCELLED' && 'it goes on without a verdict',
  ].flatMap((fault) => (fault === false ? [] : `${fate}, ${JSON.stringify(row)}: ${fault}`));
}

it(`nothing is sent without a verdict and its approvals, and nothing twice, though servers are killed ${KILLS} times`, async () => {
  const program = await bundle(join(import.meta.dirname, 'testing/server.ts'));
  const exchange = await spawnExchange({
    directory: temporaryFolder(),
    profile: 'aurora',
    seed: String(seed),
  });
  try {
    await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
    for (const type of ['drop', 'lose'] as const)
      await exchange.control.fault({ operation: 'withdraw', fault: { type }, probability: 0.1, seed: type });
    await putInForce(database.db, [
      SCREEN,
      { asset: 'BTC', amountFrom: APPROVED_FROM, verdict: 'REQUIRE_APPROVALS', approvals: 1 },
      { verdict: 'ALLOW' },
    ]);
    const options = { databaseUrl: database.url, exchangeUrl: exchange.baseUrl, callTimeoutMs: 500 };
    const start = async (slot: number) => servers.set(slot, await startServer(program.path, options));
    await Promise.all([0, 1].map(start));

    const fates = new Map<string, Fate>();
    const confirmed: string[] = [];
    const run = async (fate: Fate, index: number) => {
      const needsVote = index % 2 === 1;
      const { id, digest } = await request(`${fate} ${index}`, needsVote ? APPROVED_FROM : '0.001');
      fates.set(id, fate);
      const vote = async () =>
        needsVote && (await call('voter', 'POST', `venues/withdrawals/${id}/votes`, { decision: 'APPROVE' }));
      if (random.strikes(0.5)) await vote();
      const statuses = await play(fate, id, digest);
      if (fate.startsWith('pass') && statuses.includes(201)) confirmed.push(id);
      await vote();
    };
    const work = Promise.all(
      FATES.map(async (fate) => {
        for (let index = 0; index < EACH; index++) await run(fate, index);
      }),
    );
    for (let kills = 0; kills < KILLS; kills++) {
      const slot = kills % 2;
      await sleep(random.below(250));
      await servers.get(slot)?.kill();
      servers.delete(slot);
      await start(slot);
    }
    await work;
    await exchange.control.clearFaults();
    await rest(database.db);

    const rows = await database.sql<Row[]>`
      select id, status, screening ->> 'verdict' as verdict, approvals_required as required,
        (select count(*)::int from withdrawal_vote where withdrawal_id = withdrawal.id) as votes
      from withdrawal`;
    const { transfers } = await exchange.control.state();
    const left = (id: string) =>
      transfers.filter(({ kind, reference }) => kind === 'withdrawal' && reference === id).length;
    const faults = rows.flatMap((row) => faultsOf(row, fates.get(row.id), left(row.id)));
    expect(faults, `With the seed ${seed}`).toEqual([]);
    expect(rows).toHaveLength(FATES.length * EACH);
    const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
    expect(confirmed.filter((id) => verdicts.get(id) !== 'PASS')).toEqual([]);
    expect(rows.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(EACH);
    expect((await verifyAudit(database.db)).fault).toBeUndefined();
  } finally {
    await Promise.all([...servers.values()].map((server) => server.kill()));
    await exchange.kill('SIGKILL');
    await program.remove();
  }
}, 600_000);
