import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { verifyAudit } from '../../platform/audit/index.ts';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { RECIPIENTS } from '../../platform/personal-data/testing/samples.ts';
import { binanceIn } from '../venues/testing/asking.ts';
import { accessTo, keysOf, startLoopback, type Answer, type Incoming } from '../venues/testing/imitated.ts';
import { Random } from './testing/random.ts';
import { putInForce } from './testing/rest.ts';
import { startServer, type Server } from './testing/start-server.ts';

const KILLS = 10;
const EACH = 4;
const WITHIN_SECONDS = 5;
const CALL_TIMEOUT_MS = 800;
const PATIENCE_MS = 240_000;
/** Amounts from here on are screened. */
const [FREE, SCREENED] = ['0.01', '0.02'];
const FATES = ['not screened', 'pass', 'refuse', 'silent', 'lie'] as const;
type Fate = (typeof FATES)[number];

const database = await createTestDatabase();
const seed = Number(process.env['SEED'] ?? 1);
const random = new Random(seed);
const servers = new Map<number, Server>();
const asking = binanceIn('FR');
const travelRule = {
  ...RECIPIENTS['our own wallet'],
  party: undefined,
  address: undefined,
  purpose: undefined,
};

interface Body {
  readonly id: string;
  readonly screening?: { readonly digest: string } | null;
}

/** As often as it takes to get an answer; what the venue is asked at each start is not there at once. */
async function call(who: string, method: string, path: string, body?: object): Promise<Body> {
  for (;;) {
    const open = [...servers.values()];
    const port = open[random.below(open.length)]?.port;
    const answer = await fetch(`http://127.0.0.1:${port}/trade/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${who}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Body }))
      .catch(() => undefined);
    const isEarly = method === 'POST' && path === 'venues/withdrawals' && (answer?.status ?? 0) >= 400;
    if (answer && answer.status < 500 && !isEarly) return answer.body;
    await sleep(20 + random.below(40));
  }
}

async function pay(fate: Fate, index: number, digits: string): Promise<string> {
  const { id } = await call('load', 'POST', 'venues/withdrawals', {
    asset: { code: 'ETH' },
    amount: fate === 'not screened' ? FREE : SCREENED,
    venue: 'paris',
    reference: `${fate} ${index}`,
    blockchainDestination: { address: `0x${digits.padStart(40, 'a')}`, network: 'ETHEREUM' },
    travelRule,
  });
  const verdict = { pass: 'PASS', refuse: 'REFUSE', lie: 'PASS' }[fate as 'pass'];
  if (verdict === undefined) return id;
  const { screening } = await call('load', 'GET', `venues/withdrawals/${id}?expand=approvals`);
  const digest = fate === 'lie' ? '0'.repeat(64) : screening?.digest;
  await call('screener', 'POST', `venues/withdrawals/${id}/screening`, {
    verdict,
    digest,
    reason: 'As the test wants it.',
    evidence: 'case 7',
  });
  return id;
}

const APPLY = 'POST /sapi/v1/localentity/withdraw/apply';
const HISTORY = 'GET /sapi/v2/localentity/withdraw/history';

/** What the exchange says in place of its answer, or of its answer before it acts. */
function misbehave(answer: () => Answer, { method, path }: Incoming): Answer {
  const route = `${method} ${path}`;
  if (route === APPLY) {
    if (random.strikes(0.1))
      return { body: { trId: 0, accepted: false, info: 'The declaration has expired' } };
    const said = answer();
    const { accepted, ...rest } = said.body as { accepted?: boolean };
    if (accepted !== true || random.strikes(0.5)) return said;
    // In its other spelling, or with nothing that says whether it was accepted.
    return { body: random.strikes(0.5) ? { ...rest, accpted: true } : rest };
  }
  if (route === HISTORY) {
    if (random.strikes(0.1)) return { status: 400, body: { code: -1000, msg: 'An unknown error occurred.' } };
    const said = answer();
    if (!Array.isArray(said.body) || random.strikes(0.7)) return said;
    const rows = said.body as { withdrawalStatus?: number }[];
    // More information is required, and it has not ended.
    return {
      body: rows.map(({ withdrawalStatus: status, ...row }) =>
        status === 4 ? { ...row, travelRuleStatus: 2, info: 'Name' } : { ...row, withdrawalStatus: status },
      ),
    };
  }
  return answer();
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly due_at: Date | null;
  readonly waiting_reason: string | null;
  readonly verdict: string | null;
  readonly is_screened: boolean;
}

const rowsNow = () => database.sql<Row[]>`
  select id, status, due_at, waiting_reason, screening ->> 'verdict' as verdict, screening is not null as is_screened
  from withdrawal`;

/** It waits for a person where the exchange refused it after a request whose effect was not known. */
const isAtRest = ({ status, due_at }: Row): boolean =>
  ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status) || (status === 'PENDING' && due_at === null);

/** What must never be. */
function faultsOf(
  { id, status, verdict, is_screened: isScreened }: Row,
  fate: string,
  left: number,
): string[] {
  return [
    left > 1 && 'it has left more than once',
    status === 'COMPLETED' && left !== 1 && 'it is completed and has not left',
    ['FAILED', 'CANCELLED'].includes(status) && left > 0 && 'it has left and counts as not sent',
    left > 0 && isScreened && verdict !== 'PASS' && 'it has left without a verdict',
    left > 0 &&
      fate !== 'pass' &&
      fate !== 'not screened' &&
      'it has left although no right answer was given',
    isScreened !== (fate !== 'not screened') && 'it was not asked for its screening',
  ].flatMap((fault) => (fault === false ? [] : `${fate}, ${id}, ${status}, left ${left} times: ${fault}`));
}

it(`what an exchange asks about is sent once at most and never without its verdict, though servers are killed ${KILLS} times`, async () => {
  const program = await bundle(join(import.meta.dirname, 'testing/server.ts'));
  const { dialect } = asking;
  const truthful = dialect.answer.bind(dialect);
  /** From then on it tells the truth. */
  const honest = new AbortController();
  const exchange = await startLoopback({
    ...dialect,
    operations: { ...dialect.operations, [HISTORY]: 'findWithdrawal' },
    answer: (core, request) =>
      honest.signal.aborted ? truthful(core, request) : misbehave(() => truthful(core, request), request),
  });
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
  const over = new AbortController();
  const trouble = async (): Promise<void> => {
    while (!honest.signal.aborted) {
      const type = (['drop', 'lose', 'delay', 'garble'] as const)[random.below(4)] ?? 'drop';
      const fault = type === 'delay' ? { type, ms: CALL_TIMEOUT_MS / 2 } : { type };
      await exchange.strike(random.strikes(0.6) ? 'withdraw' : 'findWithdrawal', fault);
      await sleep(100 + random.below(200));
    }
  };
  const settle = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const { reference, state } of exchange.core.withdrawals)
        if (state === 'processing' && random.strikes(0.3)) exchange.core.settle(reference, 'completed');
      await sleep(200);
    }
  };
  const beside: Promise<unknown>[] = [];
  try {
    await database.sql`
      insert into venue_switch (tenant, venue, trading, withdrawals) values ('default', 'paris', 'off', 'live')`;
    await putInForce(database.db, [
      {
        asset: 'ETH',
        amountFrom: SCREENED,
        verdict: 'REQUIRE_SCREENING',
        screening: { withinSeconds: WITHIN_SECONDS, silence: 'REFUSE' },
      },
      { verdict: 'ALLOW' },
    ]);
    const start = async (slot: number): Promise<void> => {
      // One that finds the database busy ends, and is started again as a supervisor would.
      const started = await startServer(program.path, options).catch(() => undefined);
      if (!started) return start(slot);
      servers.set(slot, started);
    };
    await Promise.all([0, 1].map(start));
    beside.push(trouble(), settle());

    const fates = new Map<string, Fate>();
    const work = Promise.all(
      FATES.map(async (fate, way) => {
        for (let index = 0; index < EACH; index++) fates.set(await pay(fate, index, `${way}${index}`), fate);
      }),
    );
    for (let kills = 0; kills < KILLS; kills++) {
      const slot = kills % 2;
      await sleep(random.below(700));
      await servers.get(slot)?.kill();
      servers.delete(slot);
      await start(slot);
    }
    await work;
    honest.abort();
    for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await sleep(200))
      if ((await rowsNow()).every(isAtRest)) break;

    const rows = await rowsNow();
    const left = (id: string) => exchange.core.withdrawals.filter(({ reference }) => reference === id).length;
    const faults = rows.flatMap((row) => faultsOf(row, fates.get(row.id) ?? 'unknown', left(row.id)));
    expect(faults, `With the seed ${seed}`).toEqual([]);
    const waiting = rows.filter((row) => !isAtRest(row));
    expect(waiting).toEqual([]);
    expect(rows).toHaveLength(FATES.length * EACH);
    expect(rows.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(2);
    expect(asking.faults).toEqual([]);
    expect((await verifyAudit(database.db)).fault).toBeUndefined();
  } finally {
    honest.abort();
    over.abort();
    await Promise.all([...beside, ...[...servers.values()].map((server) => server.kill())]);
    await exchange.goOffline();
    await program.remove();
  }
}, 900_000);
