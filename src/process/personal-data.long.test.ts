import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/index.ts';
import type { TravelRule } from '../platform/personal-data/index.ts';
import { createTestDatabase } from '../testing/database.ts';
import { makeFolder, removeFolder } from '../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../testing/process.ts';
import { readWithDuckdb } from '../trading/exports/testing/service.ts';
import { RECIPIENTS } from '../platform/personal-data/testing/samples.ts';
import {
  binanceIn,
  bitstampIn,
  bybitIn,
  coinbaseIn,
  okxIn,
  type Asking,
} from '../trading/venues/testing/asking.ts';
import { accessTo, keysOf, startLoopback } from '../trading/venues/testing/imitated.ts';
import { putInForce } from '../trading/withdrawals/testing/rest.ts';
import { getToken } from './testing/partners.ts';
import { dumpTables, readFiles, seeker } from './testing/secrets.ts';

/** Stands in every field that describes a person, beside texts of fields that take no letters. */
const MARK = 'Zyxmark';
/** Stands where everybody may read: the search must find it. */
const PUBLIC = 'Wvutsign';
const [BORN, EXPIRES, LOCAL, KANA] = ['1931-02-07', '2037-11-23', '齋籐鱻太郎', 'サイトウギョタロウ'];
const SECRETS = [MARK, BORN, EXPIRES, LOCAL, KANA];
const secretsIn = seeker(SECRETS);
const signsIn = seeker([PUBLIC]);

/** Every kind of recipient, with a marker in every field about them. */
const recipients = Object.entries(RECIPIENTS).map(([, data]): TravelRule => {
  const provider = data.wallet.provider && { ...data.wallet.provider, name: `${MARK} Exchange` };
  return {
    ...data,
    wallet: { ...data.wallet, ...(provider && { provider }) },
    address: { country: 'DE', ...data.address, building: `${MARK}b` },
    party: {
      kind: 'NATURAL',
      ...data.party,
      localName: LOCAL,
      phoneticName: KANA,
      ...(data.party?.birthDate !== undefined && { birthDate: BORN }),
      ...(data.party?.lei !== undefined && { lei: `${MARK}${MARK}Zyxm77`.toUpperCase() }),
      ...(data.party?.document && { document: { ...data.party.document, expires: EXPIRES } }),
    },
  };
});

const { url, sql, db } = await createTestDatabase();
const folder = makeFolder();
const data = join(folder, 'data');
const port = await newPort();
const metricsPort = await newPort();
const address = `http://127.0.0.1:${port}`;
let server: Quaestor;
const closing: (() => unknown)[] = [];

/** An account that is asked, at an exchange that repeats what it was sent wherever it can. */
interface Account {
  readonly code: string;
  readonly exchange: string;
  readonly asking: Asking;
  readonly jurisdiction?: string;
}
const echoing = binanceIn('FR');
const accounts: readonly Account[] = [
  { code: 'tokyo', exchange: 'binance', asking: binanceIn('JP') },
  { code: 'astana', exchange: 'binance', asking: binanceIn('KZ') },
  { code: 'paris', exchange: 'binance', asking: echoing },
  { code: 'ankara', exchange: 'bybit', asking: bybitIn('TR'), jurisdiction: 'TR' },
  { code: 'nassau', exchange: 'okx', asking: okxIn('BS'), jurisdiction: 'BS' },
  { code: 'ottawa', exchange: 'coinbase', asking: coinbaseIn('CA'), jurisdiction: 'CA' },
  { code: 'luxembourg', exchange: 'bitstamp', asking: bitstampIn(), jurisdiction: 'LU' },
];

/** What left the product, by where it went. */
const out = { webhooks: '', traces: '', stream: '', answers: '', exports: '', metrics: '' };
type Way = keyof typeof out;
const keep = (way: Way, said: string): void => {
  out[way] += `${said}\n`;
};

async function listen(way: Way): Promise<string> {
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

interface Body {
  readonly id: string;
  readonly status: string;
  readonly failureMessage: string | null;
  readonly waitingReason: string | null;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly recipient?: { readonly id: string; readonly hash: string } | null;
  readonly screening?: { readonly digest: string } | null;
  readonly travelRule?: unknown;
  readonly url?: string | null;
  readonly content: readonly Body[];
}
interface Answer {
  readonly status: number;
  readonly body: Body;
}

const tokens = new Map<string, string>();
/** What `pii:view` reads is kept out of what is searched. */
async function send(
  who: string,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Answer> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(who)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const said = await answer.text();
  if (who !== 'compliance') keep('answers', said);
  return { status: answer.status, body: (said === '' ? {} : JSON.parse(said)) as Body };
}

const SCOPES: Readonly<Record<string, string[]>> = {
  ada: [
    'trading:admin',
    'webhooks:edit',
    'venue-transfer:view',
    'exports:view',
    'exports:edit',
    'conversions:view',
  ],
  grace: ['trading:admin', 'venue-transfer:view', 'approvals:edit'],
  desk: ['venues:view', 'venue-transfer:edit', 'venue-transfer:view'],
  voter: ['approvals:edit', 'venue-transfer:view'],
  screener: ['screening:edit', 'venue-transfer:view'],
  compliance: ['pii:view'],
};
/** Amounts that a rule wants approved, or screened. */
const [FREE, APPROVED, SCREENED] = ['0.11', '0.22', '0.33'];

beforeAll(async () => {
  const venues: object[] = [];
  const env: Record<string, string> = {};
  for (const { code, exchange, asking, jurisdiction } of accounts) {
    const loopback = await startLoopback(asking.dialect);
    closing.push(() => loopback.goOffline());
    const { key, secret, password } = keysOf(exchange);
    const name = code.toUpperCase();
    Object.assign(env, { [`${name}_KEY`]: key, [`${name}_SECRET`]: secret, [`${name}_PASSWORD`]: password });
    venues.push({
      code,
      kind: 'ccxt',
      exchange,
      credentials: `env:${name}`,
      ...accessTo(loopback.port),
      ...(asking.dialect.withdrawalFees && { withdrawalFees: asking.dialect.withdrawalFees }),
      ...(jurisdiction !== undefined && { jurisdiction }),
    });
    await sql`
      insert into venue_switch (tenant, venue, trading, withdrawals) values ('default', ${code}, 'off', 'live')`;
  }
  mkdirSync(data);
  const file = join(folder, 'quaestor.yaml');
  const config = {
    secret: 's'.repeat(32),
    data,
    trading: { port },
    metrics: { port: metricsPort },
    roles: ['trading', 'worker'],
    venues,
    personalData: { keys: [`first=${'k'.repeat(40)}`] },
    webhooks: { allowPrivateAddresses: true },
    mail: { detail: 'full' },
    http: { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 },
    auth: { tokenLifetimeSeconds: 3600 },
    log: { level: 'trace' },
  };
  writeFileSync(file, JSON.stringify(config));
  await sql`
    insert into credential (id, kind, name, tenant, scopes, secret_id, created_at)
    values (${newId()}, 'person', 'judge', 'default', '{approvals:edit,trading:admin,venue-transfer:view}', ${newId()}, now())`;
  server = quaestor(['serve', '--config', file], {
    ...env,
    DATABASE_URL: url,
    OTEL_EXPORTER_OTLP_ENDPOINT: await listen('traces'),
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  await server.until('Press Ctrl-C to stop.');
  for (const [who, scopes] of Object.entries(SCOPES))
    tokens.set(who, await getToken(url, address, who, scopes));
  await putInForce(db, [
    {
      asset: 'ETH',
      amountFrom: SCREENED,
      verdict: 'REQUIRE_SCREENING',
      screening: { withinSeconds: 3600, silence: 'REFUSE' },
    },
    { asset: 'ETH', amountFrom: APPROVED, verdict: 'REQUIRE_APPROVALS', approvals: 1 },
    { verdict: 'ALLOW' },
  ]);
}, 240_000);

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  for (const close of closing) await close();
  await removeFolder(folder);
}, 60_000);

const WITHDRAWALS = '/trade/v1/venues/withdrawals';
const DESTINATIONS = '/trade/v1/destinations';
let made = 0;
const next = (what: string): string => `${PUBLIC}-${what}-${(made += 1)}`;
/** A place of its own for each, so that none is known from before. */
const place = () => ({
  network: 'ETHEREUM',
  address: `0x${Buffer.from(`a${(made += 1)}`.padStart(20, 'q')).toString('hex')}`,
});

/** What it says about people. */
const textsIn = (value: object): string[] =>
  Object.values(value)
    .flatMap((inner: unknown) =>
      typeof inner === 'object' && inner !== null ? textsIn(inner) : String(inner),
    )
    .filter((one) => secretsIn(one).length > 0);

interface Wanted {
  readonly venue: string;
  readonly amount?: string;
  readonly reference?: string;
}
const bodyOf = ({ venue, amount = FREE, reference = next('reference') }: Wanted, more: object) => ({
  asset: { code: 'ETH' },
  amount,
  venue,
  reference,
  ...more,
});

function without(value: object, path: string): object {
  const [name = '', ...rest] = path.split('.');
  const { [name as never]: inner, ...others } = value as Record<string, object>;
  if (rest.length === 0) return others;
  return inner === undefined ? value : { ...value, [name]: without(inner, rest.join('.')) };
}

/** Of these a part says nothing. */
const WHOLE = /^(party\.(?:document|representative))\..*/;

/** Leaves out what the refusal says must be left out; undefined where the venue does not pay such a recipient. */
async function trimmed(venue: string, travelRule: TravelRule): Promise<object | undefined> {
  const { status, body } = await send(
    'desk',
    'POST',
    WITHDRAWALS,
    bodyOf({ venue }, { blockchainDestination: place(), travelRule }),
    { 'x-dry-run': 'true' },
  );
  if (status === 201) return travelRule;
  const faults = Object.entries(body.errors ?? {});
  expect([status, faults.length > 0]).toEqual([422, true]);
  const isSurplus = faults.every(([, says]) => says.join().includes('must be left out'));
  if (!isSurplus) return undefined;
  return faults.reduce(
    (less, [path]) => without(less, path.replace(/^travelRule\./, '').replace(WHOLE, '$1')),
    travelRule as object,
  );
}

async function create(wanted: Wanted, more: object): Promise<Body> {
  const { status, body } = await send('desk', 'POST', WITHDRAWALS, bodyOf(wanted, more));
  expect([wanted.venue, status, body.errors]).toEqual([wanted.venue, 201, undefined]);
  return body;
}

const show = async (id: string): Promise<Body> =>
  (await send('desk', 'GET', `${WITHDRAWALS}/${id}?expand=approvals`)).body;
async function reaches(id: string, ...statuses: string[]): Promise<void> {
  await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBeOneOf(statuses);
}

/** The screener names whom it should not name. */
async function screen(id: string, travelRule: object): Promise<void> {
  const { screening } = await show(id);
  const names = textsIn(travelRule);
  const { status, body } = await send('screener', 'POST', `${WITHDRAWALS}/${id}/screening`, {
    verdict: 'PASS',
    digest: screening?.digest,
    reason: `${PUBLIC}: nothing about ${names.join(', ')}.`.slice(0, 500),
    evidence: `case 7 of ${names.toReversed().join(' ')}`.slice(0, 1000),
  });
  expect([status, body.errors]).toEqual([201, undefined]);
}

/** The exchange repeats what it was sent for a withdrawal: in its refusal, a reason to wait, an answer without proof. */
function echo(way: 'refuse' | 'wait' | 'garble'): () => void {
  const { dialect } = echoing;
  const answer = dialect.answer.bind(dialect);
  dialect.answer = (core, request) => {
    const said = answer(core, request);
    const form = request.signed;
    if (way !== 'wait' && request.path.endsWith('localentity/withdraw/apply')) {
      const info = `Refused: ${form} ${decodeURIComponent(form)} ${JSON.stringify(echoing.forms.at(-1))}`;
      return way === 'refuse'
        ? { body: { trId: 0, accepted: false, info } }
        : { status: 500, body: { code: -1, msg: info } };
    }
    if (way === 'wait' && request.path.endsWith('localentity/withdraw/history') && Array.isArray(said.body)) {
      const rows = (said.body as Record<string, unknown>[]).map(({ withdrawalStatus: _status, ...row }) => ({
        ...row,
        travelRuleStatus: 2,
        info: `Name: ${String(row['questionnaire'])}`,
      }));
      return { body: rows };
    }
    return said;
  };
  return () => {
    dialect.answer = answer;
  };
}

describe('a whole process that pays people at exchanges that ask', () => {
  it('is listened to on every way out', async () => {
    const hook = await listen('webhooks');
    const events = [
      'withdrawal.created',
      'withdrawal.vote-required',
      'withdrawal.screening-required',
      'withdrawal.state-changed',
      'export.completed',
    ];
    const subscribed = await send('ada', 'POST', '/notification/v1/destinations', { url: hook, events });
    expect([subscribed.status, subscribed.body.errors]).toEqual([201, undefined]);
    const room = await send('ada', 'POST', '/notices/rooms', {
      name: 'duty',
      format: 'json',
      url: hook,
      kinds: [
        'withdrawal.vote',
        'withdrawal.screening',
        'withdrawal.doubt',
        'withdrawal.failed',
        'destination.confirm',
      ],
      detail: 'full',
      language: 'en',
    });
    expect([room.status, room.body.errors]).toEqual([201, undefined]);
    const stream = await fetch(`${address}/trade/v1/events/stream`, {
      headers: { authorization: `Bearer ${tokens.get('ada')}` },
    });
    expect(stream.status).toBe(200);
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) keep('stream', decoder.decode(chunk as Uint8Array));
    })().catch(() => undefined);
    for (const { code } of accounts) {
      const asks = async () => {
        const { body } = await send('desk', 'GET', '/trade/v1/venues');
        const all = body as unknown as { code: string; travelRule: object[] }[];
        return all.find((one) => one.code === code)?.travelRule.length ?? 0;
      };
      await expect.poll(asks, { timeout: 60_000 }).toBeGreaterThan(0);
    }
  }, 180_000);

  it.each(accounts.map(({ code }) => code))(
    'at %s pays everybody that it may',
    async (venue) => {
      let paid = 0;
      for (const [index, travelRule] of recipients.entries()) {
        const own = await trimmed(venue, travelRule);
        if (!own) continue;
        paid += 1;
        const alias = next('alias');
        const at = place();
        const check = await send('desk', 'POST', `${DESTINATIONS}/check`, { ...at, venue, travelRule });
        expect(check.status).toBe(200);
        const saved = await send(
          'ada',
          'POST',
          DESTINATIONS,
          { alias, kind: 'blockchain', ...at, travelRule },
          {
            'idempotency-key': next('key'),
          },
        );
        expect([saved.status, saved.body.errors]).toEqual([201, undefined]);
        await send(
          'ada',
          'PUT',
          `${DESTINATIONS}/${saved.body.id}/recipient`,
          { travelRule },
          {
            'idempotency-key': next('key'),
          },
        );
        expect((await send('grace', 'POST', `${DESTINATIONS}/${saved.body.id}/confirm`)).status).toBe(200);
        const byAlias = await create({ venue }, { blockchainDestination: { alias } });
        await reaches(byAlias.id, 'SUBMITTED', 'COMPLETED');
        const amount = [FREE, APPROVED, SCREENED][index % 3] ?? FREE;
        const direct = await create({ venue, amount }, { blockchainDestination: place(), travelRule: own });
        if (amount === SCREENED) await screen(direct.id, own);
        if (amount !== FREE)
          await send('voter', 'POST', `${WITHDRAWALS}/${direct.id}/votes`, { decision: 'APPROVE' });
        await reaches(direct.id, 'SUBMITTED', 'COMPLETED');
      }
      expect(paid).toBeGreaterThan(1);
    },
    300_000,
  );

  it('is refused, kept waiting and left in doubt by an exchange that repeats what it was sent', async () => {
    const [person] = recipients;
    if (!person) throw new Error('There is nobody.');
    const pay = async () => {
      const travelRule = await trimmed('paris', person);
      return create({ venue: 'paris' }, { blockchainDestination: place(), travelRule });
    };
    const stopRefuse = echo('refuse');
    const refused = await pay();
    await reaches(refused.id, 'FAILED');
    expect((await show(refused.id)).failureMessage).toContain('Refused: ');
    stopRefuse();
    const stopWait = echo('wait');
    const waiting = await pay();
    await expect
      .poll(async () => (await show(waiting.id)).waitingReason, { timeout: 60_000 })
      .toContain('Name: ');
    stopWait();
    const stopGarble = echo('garble');
    const doubtful = await pay();
    await expect
      .poll(async () => (await show(doubtful.id)).waitingReason, { timeout: 60_000 })
      .toContain('…');
    stopGarble();
  }, 180_000);

  it('answers what is wrong with a request without repeating it', async () => {
    const [person] = recipients;
    const base = bodyOf({ venue: 'tokyo' }, { blockchainDestination: place() });
    const wrong: unknown[] = [
      JSON.stringify({ ...base, travelRule: person }).slice(0, -3),
      JSON.stringify({ ...base, travelRule: person }).replace(`"${LOCAL}"`, LOCAL),
      JSON.stringify({ ...base, travelRule: person }).replaceAll(`"${MARK}burg"`, `"${MARK}burg`),
      `${MARK}${LOCAL}`,
      `{"travelRule": ${MARK}}`,
      `{"travelRule":{"party":{"firstName":"${MARK}"},}}`,
      JSON.stringify({ travelRule: `${MARK}\u0000` }),
    ];
    const fields = [
      ['relation'],
      ['declared'],
      ['party'],
      ['party', 'kind'],
      ['party', 'firstName'],
      ['party', 'birthDate'],
      ['party', 'lei'],
      ['party', 'document'],
      ['party', 'document', 'type'],
      ['party', 'document', 'issuedBy'],
      ['party', 'document', 'expires'],
      ['party', 'representative'],
      ['address', 'country'],
      ['address', 'postalCode'],
      ['address'],
      ['wallet', 'kind'],
      ['wallet', 'provider'],
      ['wallet', 'provider', 'country'],
      ['purpose', 'code'],
      ['purpose'],
    ] as const;
    for (const path of fields) {
      for (const value of [MARK, MARK.repeat(100), [MARK], { [MARK.slice(0, 3)]: MARK }, `${MARK}\u0007`]) {
        const changed = structuredClone(person) as unknown as Record<string, unknown>;
        const last = path.at(-1) ?? '';
        const holder = path
          .slice(0, -1)
          .reduce((inner, name) => inner[name] as Record<string, unknown>, changed);
        holder[last] = value;
        wrong.push({ ...base, travelRule: changed });
      }
    }
    for (const body of wrong) {
      for (const [who, path] of [
        ['desk', WITHDRAWALS],
        ['desk', `${DESTINATIONS}/check`],
        ['ada', DESTINATIONS],
      ] as const) {
        const { status } = await send(who, 'POST', path, body);
        expect([400, 422]).toContain(status);
      }
    }
  }, 120_000);

  it('exports every type in every format', async () => {
    for (const type of ['conversion', 'withdrawal', 'deposit', 'transfer', 'fee', 'audit']) {
      for (const format of ['CSV', 'JSON', 'PARQUET']) {
        const body = { from: '2020-01-01T00:00:00.000Z', format };
        const { status, body: asked } = await send('ada', 'POST', `/trade/v1/exports?type=${type}`, body);
        expect([type, status, asked.errors]).toEqual([type, 201, undefined]);
        const done = async () => (await send('ada', 'GET', `/trade/v1/exports/${asked.id}`)).body;
        await expect.poll(async () => (await done()).status, { timeout: 60_000 }).toBe('COMPLETED');
        const link = new URL((await done()).url ?? '', address);
        const file = await fetch(`${address}${link.pathname}${link.search}`, {
          headers: { 'accept-encoding': 'identity' },
        });
        expect(file.status).toBe(200);
        const bytes = Buffer.from(await file.arrayBuffer());
        const path = join(folder, 'export');
        writeFileSync(path, bytes);
        // Its columns are compressed.
        const rows =
          format === 'PARQUET'
            ? await readWithDuckdb(path, '(select columns(*)::varchar from read_parquet(?))')
            : bytes.toString('utf8');
        keep(
          'exports',
          typeof rows === 'string' ? rows : inspect(rows, { depth: null, maxArrayLength: null }),
        );
      }
    }
  }, 180_000);
});

describe('afterwards', () => {
  it('only who has the scope reads what was said', async () => {
    const { body } = await send('desk', 'GET', `${WITHDRAWALS}?pageSize=100`);
    const [recipient] = body.content.flatMap((one) => one.recipient ?? []);
    const read = await send('compliance', 'GET', `/trade/v1/recipients/${recipient?.id}`);
    expect(secretsIn(JSON.stringify(read.body))).toContain(MARK);
    expect((await send('ada', 'GET', `/trade/v1/recipients/${recipient?.id}`)).status).toBe(403);
  });

  it('nothing of it is in any column of any table, and what is public is found there', async () => {
    const tables = await dumpTables(sql);
    const found = [...tables].flatMap(([name, rows]) =>
      secretsIn(rows).map((secret) => `${name}: ${secret}`),
    );
    expect(found).toEqual([]);
    const holders = [...tables].filter(([, rows]) => signsIn(rows).length > 0).map(([name]) => name);
    expect(holders).toEqual(
      expect.arrayContaining([
        'public.withdrawal',
        'public.destination',
        'public.audit_log',
        'public.event_feed',
        'public.webhook_event',
      ]),
    );
    expect(tables.get('public.recipient')?.split('\n').length).toBeGreaterThan(20);
  });

  it('nothing of it is in what was logged at every level, and the paths of the requests are', () => {
    expect(secretsIn(server.output())).toEqual([]);
    expect(server.output().includes(WITHDRAWALS)).toBe(true);
  });

  it.each(['answers', 'webhooks', 'stream', 'exports'] as const)(
    'nothing of it is in %s, and what is public is found there',
    async (way) => {
      await expect.poll(() => signsIn(out[way]), { timeout: 60_000 }).toEqual([PUBLIC]);
      expect(secretsIn(out[way])).toEqual([]);
    },
  );

  it('nothing of it is in traces and metrics, which describe the same withdrawals', async () => {
    await expect.poll(() => out.traces.includes('command withdrawal.screen'), { timeout: 30_000 }).toBe(true);
    keep('metrics', await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
    expect(out.metrics.includes('venue="tokyo"')).toBe(true);
    expect([secretsIn(out.traces), secretsIn(out.metrics)]).toEqual([[], []]);
  });

  it('nothing of it is in any file of the data folder, and what is public is found there', () => {
    const files = readFiles(data);
    const found = [...files].flatMap(([path, content]) =>
      secretsIn(content).map((secret) => `${path}: ${secret}`),
    );
    expect(found).toEqual([]);
    expect([...files.values()].filter((content) => signsIn(content).length > 0)).not.toEqual([]);
  });

  it('the exchanges were sent it, and found no fault', () => {
    for (const { code, asking } of accounts)
      expect([code, secretsIn(JSON.stringify(asking.forms)).length > 0, asking.faults]).toEqual([
        code,
        true,
        [],
      ]);
  });
});
