import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProxy } from '../partner/disbursements/testing/proxy.ts';
import { createCredential } from '../platform/auth/index.ts';
import type { TravelRule } from '../platform/personal-data/index.ts';
import { MARKER, RECIPIENTS } from '../platform/personal-data/testing/samples.ts';
import { createTestDatabase } from '../testing/database.ts';
import { makeFolder, removeFolder } from '../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../testing/process.ts';
import { binanceIn } from '../trading/venues/testing/asking.ts';
import { accessTo, keysOf, startLoopback } from '../trading/venues/testing/imitated.ts';
import { putInForce } from '../trading/withdrawals/testing/rest.ts';
import { operatorContext } from './context.ts';
import { getToken, startPartners, until } from './testing/partners.ts';
import { dumpTables, readFiles, seeker } from './testing/secrets.ts';

const [BORN, EXPIRES, LOCAL, KANA] = ['1931-02-07', '2037-11-23', '齋籐鱻太郎', 'サイトウギョタロウ'];
const secretsIn = seeker([MARKER, BORN, EXPIRES, LOCAL, KANA]);
/** Stands where everybody may read: the search must find it. */
const PUBLIC = 'Wvutsign';
const signsIn = seeker([PUBLIC]);

/** A secret in everything that can be said about a person, and more than the venue asks. */
const PERSON = ((whole: TravelRule): TravelRule => ({
  ...whole,
  party: {
    kind: 'NATURAL',
    ...whole.party,
    localName: LOCAL,
    phoneticName: KANA,
    birthDate: BORN,
    document: { type: 'PASSPORT', number: `C1${MARKER}`, issuedBy: 'GB', expires: EXPIRES },
  },
}))(RECIPIENTS['a person with an own wallet'] as TravelRule);
const { lastName: _lastName, ...nameless } = PERSON.party ?? { kind: 'NATURAL' as const };

const trading = await createTestDatabase();
const partner = await createTestDatabase();
const folder = makeFolder();
const tradingPort = await newPort();
const tradingUrl = `http://127.0.0.1:${tradingPort}`;
const asking = binanceIn('FR');
const proxy = await openProxy(() => tradingUrl);
const loopback = await startLoopback(asking.dialect);
const closing: (() => unknown)[] = [() => proxy.close()];
let server: Quaestor;
let group: Awaited<ReturnType<typeof startPartners>>;

/** What left the partner service, by where it went. */
const out = { webhooks: '', traces: '', answers: '', logs: '' };
const keep = (way: keyof typeof out, said: string): void => {
  out[way] += `${said}\n`;
};

async function listen(way: keyof typeof out): Promise<string> {
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      keep(way, body);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
}

const PARTNERS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'];
const accountOf = (uid: string): string => `90000${uid.slice(1)}`;
const MANAGER = ['disbursements:manage', 'program:view', 'program:edit', 'partner:webhooks:edit'];
const tokens = new Map<string, string>();

interface Body {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly reason: string | null;
  readonly travel_rule?: unknown;
  readonly recipient?: { readonly id: string; readonly hash: string };
  readonly balances: readonly { readonly available: number; readonly reserved: number }[];
  readonly content: readonly { readonly status: string; readonly reference: string }[];
  readonly networks: readonly { readonly questions: readonly { readonly field: string }[] | null }[];
  readonly errors?: unknown;
}

/** What somebody reads who may is kept out of what is searched. */
async function send(who: string, method: string, path: string, body?: object, mayRead = false) {
  const url = path.startsWith('/trade/') ? tradingUrl : group.first.url;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(who)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await answer.text();
  if (!mayRead) keep('answers', said);
  const isJson = said.startsWith('{') || said.startsWith('[');
  return { status: answer.status, body: (isJson ? JSON.parse(said) : {}) as Body };
}

async function good(who: string, method: string, path: string, body?: object): Promise<Body> {
  const answer = await send(who, method, path, body);
  expect([path, answer.status < 300, answer.body.errors]).toEqual([path, true, undefined]);
  return answer.body;
}

async function bring(kind: string, rows: readonly object[]): Promise<void> {
  const answer = await group.send(group.first.url, kind, rows);
  if (answer?.status !== 200) throw new Error(`${kind}: ${answer?.status} ${answer?.text}`);
}

beforeAll(async () => {
  closing.push(() => loopback.goOffline());
  const { key, secret, password } = keysOf('binance');
  const venue = {
    code: 'paris',
    kind: 'ccxt',
    exchange: 'binance',
    credentials: 'env:PARIS',
    ...accessTo(loopback.port),
    ...(asking.dialect.withdrawalFees && { withdrawalFees: asking.dialect.withdrawalFees }),
  };
  await trading.sql`
    insert into venue_switch (tenant, venue, trading, withdrawals) values ('default', 'paris', 'off', 'live')`;
  const data = join(folder, 'data');
  mkdirSync(data);
  const limits = { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 };
  const config = {
    secret: 's'.repeat(32),
    data,
    trading: { port: tradingPort },
    metrics: { port: 0 },
    roles: ['trading', 'worker'],
    venues: [venue],
    personalData: { keys: [`desk=${'k'.repeat(40)}`] },
    http: limits,
    auth: { tokenLifetimeSeconds: 3600 },
  };
  const file = join(folder, 'quaestor.yaml');
  writeFileSync(file, JSON.stringify(config));
  server = quaestor(['serve', '--config', file], {
    DATABASE_URL: trading.url,
    PARIS_KEY: key,
    PARIS_SECRET: secret,
    ...(password !== undefined && { PARIS_PASSWORD: password }),
  });
  await server.until('Press Ctrl-C to stop.');
  await putInForce(trading.db, [{ verdict: 'ALLOW' }]);
  const { secret: clientSecret } = await createCredential(operatorContext(trading.db), {
    kind: 'client',
    name: 'payments',
    tenant: 'default',
    scopes: ['venues:view', 'venue-transfer:view', 'venue-transfer:edit'],
  });
  group = await startPartners(partner.url, 1, {
    settings: {
      roles: ['partner', 'worker'],
      personalData: { keys: [`partners=${'p'.repeat(40)}`] },
      webhooks: { allowPrivateAddresses: true },
      disbursements: { coolingOffHours: 0 },
      onChain: {
        url: proxy.url,
        clientId: 'payments',
        clientSecret,
        networks: [{ asset: 'ETH', network: 'ETHEREUM', venue: 'paris', format: 'evm' }],
      },
      log: { level: 'trace' },
    },
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: await listen('traces'), OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
  const { url } = group.first;
  await bring(
    'partners',
    PARTNERS.map((uid) => ({ partner_uid: uid })),
  );
  await bring(
    'partner-accounts',
    PARTNERS.map((uid) => ({
      partner_account: accountOf(uid),
      partner_uid: uid,
      currency: 'ETH',
      account_name: PUBLIC,
      opened_on: '2024-01-01',
    })),
  );
  const scopesOf = ['wallets:view', 'disbursements:edit'];
  for (const uid of PARTNERS) tokens.set(uid, await getToken(partner.url, url, uid, scopesOf, uid));
  for (const who of ['ada', 'grace']) tokens.set(who, await getToken(partner.url, url, who, MANAGER));
  tokens.set('compliance', await getToken(partner.url, url, 'cleo', ['partner:pii:view']));
  const DESK = ['venues:view', 'venue-transfer:view', 'trading:admin'];
  for (const who of ['desk', 'second']) tokens.set(who, await getToken(trading.url, tradingUrl, who, DESK));
  const asks = async () =>
    ((await good('desk', 'GET', '/trade/v1/venues')) as unknown as { travelRule: object[] }[])[0]?.travelRule
      .length ?? 0;
  await until(async () => (await asks()) > 0, 60_000);
  await good('ada', 'POST', '/notification/v1/destinations', {
    url: await listen('webhooks'),
    events: ['requested', 'approved', 'paid', 'failed'].map((one) => `disbursement.${one}`),
  });
  for (const uid of PARTNERS) {
    const entry = { account_id: accountOf(uid), kind: 'bonus', amount: '2', reason: PUBLIC };
    const { id } = await good('ada', 'POST', `/api/manage/partners/${uid}/entries`, entry);
    await good('grace', 'POST', `/api/manage/proposals/${id}/confirm`);
  }
}, 240_000);

afterAll(async () => {
  await group.close();
  server.child.kill('SIGTERM');
  await server.ended;
  for (const close of closing) await close();
  await removeFolder(folder);
}, 60_000);

beforeEach(() => {
  proxy.state.way = 'pass';
  proxy.state.asked.length = 0;
});

const OWN = '/api/partner/disbursements/';
const ALL = '/api/manage/disbursements';
let places = 0;
const place = (): string => `0x${Buffer.from(`w${(places += 1)}`.padStart(20, 'q')).toString('hex')}`;

/** Says who receives it, and has a second person confirm it. */
async function receive(uid: string, travel_rule?: TravelRule, wallet = place()): Promise<Body> {
  const saved = await good(uid, 'POST', `${OWN}accounts/${accountOf(uid)}/destination/`, {
    kind: 'chain',
    network: 'ETHEREUM',
    wallet,
    ...(travel_rule && { travel_rule }),
  });
  await good('ada', 'POST', `${ALL}/destinations/${saved.id}/confirm`);
  return saved;
}

async function pay(uid: string): Promise<number> {
  const { number } = await good(uid, 'POST', OWN, { account_id: accountOf(uid), amount: '0.11' });
  await good('grace', 'POST', `${ALL}/approve`, { numbers: [number] });
  return number;
}

async function fieldsAsked(): Promise<string[] | undefined> {
  const { networks } = await good('P1', 'GET', `${OWN}methods/`);
  return networks[0]?.questions?.map(({ field }) => field);
}

const show = (number: number) => good('ada', 'GET', `${ALL}/${number}`);
/** The trading service is asked every minute. */
async function reaches(number: number, ...statuses: string[]): Promise<void> {
  await expect.poll(async () => (await show(number)).status, { timeout: 150_000 }).toBeOneOf(statuses);
}
const withdrawalsOf = async (number: number) => {
  const q = encodeURIComponent(`reference:"disbursement:${number}"`);
  return (await good('desk', 'GET', `/trade/v1/venues/withdrawals?q=${q}`)).content;
};
/** Until the exchange has it, so that nothing of it is sent later. */
async function leaves(number: number): Promise<void> {
  await reaches(number, 'SENT', 'ACCEPTED', 'PAID');
  const isAtExchange = async () =>
    (await withdrawalsOf(number)).map(({ status }) => status === 'SUBMITTED' || status === 'COMPLETED');
  await expect.poll(isAtExchange, { timeout: 60_000 }).toEqual([true]);
}
/** The forms that the exchange got since. */
const formsSince = (count: number) => asking.forms.slice(count);
const figures = async (uid: string) => (await good(uid, 'GET', `${OWN}balances/`)).balances[0];

async function restart(): Promise<void> {
  keep('logs', group.first.output());
  await group.first.kill();
  await group.first.start();
}

describe('a partner who says who receives a payment on chain', () => {
  it('is asked what the venue asks', async () => {
    // A trading service that does not answer in time leaves the questions unknown.
    await expect
      .poll(fieldsAsked)
      .toEqual(expect.arrayContaining(['relation', 'party.firstName', 'party.lastName', 'declared']));
  });

  it('is paid, and the exchange gets exactly what it asks', async () => {
    const before = asking.forms.length;
    const { recipient } = await receive('P1', PERSON);
    const number = await pay('P1');
    await expect.poll(() => loopback.core.withdrawals.length, { timeout: 150_000 }).toBe(1);
    for (const { reference } of loopback.core.withdrawals) loopback.core.settle(reference, 'completed');
    await reaches(number, 'PAID');
    const forms = JSON.stringify(formsSince(before));
    expect([formsSince(before).length, secretsIn(forms)]).toEqual([1, [MARKER]]);
    expect(asking.faults).toEqual([]);
    expect(await withdrawalsOf(number)).toMatchObject([{ status: 'COMPLETED' }]);
    const path = `${OWN}recipients/${recipient?.id}/`;
    expect((await send('P1', 'GET', path, undefined, true)).body.travel_rule).toEqual(PERSON);
  }, 240_000);

  it('and misses an answer gets the money back, and reads which one', async () => {
    const before = asking.forms.length;
    await receive('P2', { ...PERSON, party: { ...nameless, kind: 'NATURAL' } });
    const number = await pay('P2');
    await reaches(number, 'FAILED');
    expect((await show(number)).reason).toContain('travelRule.party.lastName is required');
    expect(await figures('P2')).toMatchObject({ available: 2, reserved: 0 });
    expect([await withdrawalsOf(number), formsSince(before)]).toEqual([[], []]);
  }, 240_000);

  it.each(['hold request', 'lose answer'] as const)(
    'is paid once, with the same content, where a kill comes before the answer: %s',
    async (way) => {
      const uid = way === 'hold request' ? 'P3' : 'P4';
      const before = asking.forms.length;
      await receive(uid, PERSON);
      proxy.state.way = way;
      const number = await pay(uid);
      await expect.poll(() => proxy.state.asked.length, { timeout: 150_000 }).toBeGreaterThan(0);
      expect((await withdrawalsOf(number)).length).toBeLessThan(2);
      const [kept] = await partner.sql<{ body: object }[]>`
        select body from disbursement_withdrawal where number = ${number}`;
      await restart();
      proxy.state.way = 'pass';
      await leaves(number);
      expect(formsSince(before)).toHaveLength(1);
      const asked = proxy.state.asked.map((one) => JSON.parse(one) as object);
      expect(asked.length).toBeGreaterThan(1);
      expect(asked).toEqual(asked.map(() => ({ ...kept?.body, travelRule: PERSON, leaveOutSurplus: true })));
      expect(secretsIn(JSON.stringify(kept))).toEqual([]);
    },
    300_000,
  );

  it('is not named by what the trading service answers, nor in what is logged about it', async () => {
    const echo = JSON.stringify({ code: 'unavailable', detail: `${PUBLIC}: ${JSON.stringify(PERSON)}` });
    proxy.state.way = { status: 503, body: echo };
    await receive('P5', PERSON);
    proxy.state.way = { status: 422, body: echo.replace('unavailable', 'unprocessable') };
    const refused = await pay('P5');
    await reaches(refused, 'FAILED');
    const { reason } = await show(refused);
    expect([signsIn(reason ?? ''), secretsIn(reason ?? '')]).toEqual([[PUBLIC], []]);
    proxy.state.way = { status: 503, body: echo };
    const asked = proxy.state.asked.length;
    const unanswered = await pay('P5');
    await expect.poll(() => proxy.state.asked.length, { timeout: 150_000 }).toBeGreaterThan(asked);
    await expect
      .poll(() => group.first.output(), { timeout: 60_000 })
      .toContain('The trading service answered 503');
    proxy.state.way = 'pass';
    await restart();
    await leaves(unanswered);
  }, 300_000);

  it('and says nothing is paid with what is saved with the address at the trading service', async () => {
    const before = asking.forms.length;
    const wallet = place();
    const { id } = await good('desk', 'POST', '/trade/v1/destinations', {
      alias: 'partner-six',
      kind: 'blockchain',
      network: 'ETHEREUM',
      address: wallet,
      travelRule: PERSON,
    });
    await good('second', 'POST', `/trade/v1/destinations/${id}/confirm`);
    await receive('P6', undefined, wallet);
    const number = await pay('P6');
    await leaves(number);
    expect(formsSince(before)).toHaveLength(1);
    expect(proxy.state.asked.map((one) => Object.keys(JSON.parse(one) as object))).not.toContain(
      'travelRule',
    );
  }, 240_000);

  it('and says nothing gets the money back where nothing is saved either', async () => {
    await receive('P7');
    const number = await pay('P7');
    await reaches(number, 'FAILED');
    expect((await show(number)).reason).toContain('travelRule is required: paris asks who receives it');
    expect(await figures('P7')).toMatchObject({ available: 2, reserved: 0 });
  }, 240_000);
});

describe('afterwards', () => {
  it('only who may reads it, and the rest of the service shows none of it', async () => {
    const { recipient } = await receive('P2', PERSON);
    const path = `${ALL}/recipients/${recipient?.id}`;
    const read = await send('compliance', 'GET', path, undefined, true);
    expect(secretsIn(JSON.stringify(read.body))).toContain(MARKER);
    for (const who of ['ada', 'P2', 'P1']) expect((await send(who, 'GET', path)).status).toBe(403);
    expect((await send('P1', 'GET', `${OWN}recipients/${recipient?.id}/`)).status).toBe(404);
    const month = new Date().toISOString().slice(0, 7);
    for (const [who, each] of [
      ['P1', `${OWN}destinations/`],
      ['P1', OWN],
      ['P1', `/api/partner/wallets/${accountOf('P1')}/statement/?month=${month}`],
      ['ada', `${ALL}/destinations`],
      ['ada', ALL],
      ['ada', '/api/manage/audit'],
    ] as const)
      await send(who, 'GET', each);
    expect([signsIn(out.answers), secretsIn(out.answers)]).toEqual([[PUBLIC], []]);
  });

  it('nothing of it is in any column of any table, and what is public is found there', async () => {
    const tables = await dumpTables(partner.sql);
    const found = [...tables].flatMap(([name, rows]) =>
      secretsIn(rows).map((secret) => `${name}: ${secret}`),
    );
    expect(found).toEqual([]);
    const holders = [...tables].filter(([, rows]) => signsIn(rows).length > 0).map(([name]) => name);
    expect(holders).toEqual(expect.arrayContaining(['public.wallet_account', 'public.disbursement']));
    expect(tables.get('public.recipient')?.split('\n').length).toBeGreaterThan(4);
  });

  it('nothing of it is in what was logged at every level, in webhooks, traces and files', async () => {
    keep('logs', group.first.output());
    expect([out.logs.includes(ALL), secretsIn(out.logs)]).toEqual([true, []]);
    await expect.poll(() => out.webhooks.includes('disbursement.paid'), { timeout: 60_000 }).toBe(true);
    const { recipient } = await receive('P1', PERSON);
    await pay('P1');
    await expect.poll(() => out.webhooks.includes(recipient?.hash ?? '?'), { timeout: 60_000 }).toBe(true);
    expect(secretsIn(out.webhooks)).toEqual([]);
    await expect
      .poll(() => out.traces.includes('command disbursement.approve'), { timeout: 30_000 })
      .toBe(true);
    expect(secretsIn(out.traces)).toEqual([]);
    const files = readFiles(group.folder);
    const found = [...files].flatMap(([path, content]) =>
      secretsIn(content).map((secret) => `${path}: ${secret}`),
    );
    expect(found).toEqual([]);
    expect([...files.values()].filter((content) => signsIn(content).length > 0)).not.toEqual([]);
  }, 120_000);
});
