import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort, thorough } from '../../../testing/effort.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import {
  contextOf,
  ndjson,
  openTestStore,
  put,
  testFacts,
  textSource,
  type FactRow,
} from '../../testing/facts.ts';
import { order, putProgram, rate, tariff } from '../../testing/program.ts';
import { tableOf, type Kind, kindNamed, KINDS } from '../kinds/index.ts';
import { ingest } from './ingest.ts';
import { csvSource, exampleOf, parquetSource, putExamples } from '../testing/examples.ts';
import { faultyLines } from '../testing/faults.ts';
import { readState } from '../store/index.ts';

const NEWLINE = Buffer.from('\n');

/** Another content for the example of each kind. */
const CHANGES: Record<string, FactRow> = {
  partners: { ab_test: true },
  'partner-accounts': { account_name: 'Other' },
  campaigns: { title: 'Other' },
  links: { campaign_code: null },
  rates: { per_usd: '0.5' },
  tariffs: { level: 7 },
  'tier-changes': { commission_percentage: '50' },
  'tier-levels': { name: 'Platinum' },
  suspensions: { suspended_to: null },
  impressions: { impression_count: 3 },
  clicks: { utm_term: null },
  spend: { channel: 'app' },
  installs: { country: 'ES' },
  clients: { country: 'ES' },
  'client-accounts': { comment: null },
  kyc: { result: 'rejected' },
  deposits: { amount_usd: '0.00000001' },
  shares: { shared_to: null },
  'fraud-labels': { label: 'other' },
  orders: { close_spread: '0.001' },
};

describe('every kind', () => {
  const folder = makeFolder();
  let context: ReturnType<typeof contextOf>;
  beforeAll(async () => {
    context = contextOf(await openTestStore(folder));
    await putExamples(context);
  });
  afterAll(async () => {
    await context.facts.close();
    await removeFolder(folder);
  });

  const rows = (kind: Kind) =>
    context.facts.database.query(`select * exclude (sent_in) from ${tableOf(kind.name)} order by all`);

  const tried = KINDS.filter(({ name }) => effort(name === 'orders', true));
  describe.each(tried.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
    test('refuses every faulty line for what is wrong with it, and stores nothing', async () => {
      const before = await rows(kind);
      const { applied } = await readState(context.facts.database);
      const faulty = faultyLines(kind);
      const lines = faulty.flatMap(({ line }) => [Buffer.from(line), NEWLINE]);
      const source = textSource(Buffer.concat(lines));
      const summary = await ingest(context, { kind: name, source });
      const reported = faulty.map(({ what, field }, index) => ({
        what,
        field,
        reason: summary.errors
          .filter((error) => error.line === index + 1 && error.field === field)
          .map(({ reason }) => reason)
          .join('; '),
      }));
      expect(reported).toEqual(
        faulty.map(({ what, field, reason }) => ({
          what,
          field,
          reason: expect.stringContaining(reason) as string,
        })),
      );
      expect(summary).toMatchObject({ accepted: 0, repeated: 0, replaced: 0, refused: faulty.length });
      expect(await rows(kind)).toEqual(before);
      expect(await readState(context.facts.database)).toMatchObject({ applied });
    });

    test('takes a repetition for nothing, and another content for a replacement', async () => {
      const example = exampleOf(kind);
      const before = await rows(kind);
      const { applied } = await readState(context.facts.database);
      expect(await put(context, name, example, example)).toEqual({
        accepted: 0,
        repeated: 2,
        replaced: 0,
        refused: 0,
        errors: [],
      });
      expect(await readState(context.facts.database)).toMatchObject({ applied });
      const changed = { ...example, ...CHANGES[name] };
      expect(await put(context, name, changed)).toMatchObject({ accepted: 0, repeated: 0, replaced: 1 });
      expect(await rows(kind)).not.toEqual(before);
      expect(await readState(context.facts.database)).toMatchObject({ applied: applied + 1 });
      await put(context, name, example);
      expect(await rows(kind)).toEqual(before);
    });

    thorough(
      'is read from CSV and from Parquet as from NDJSON: new content, and the same again',
      async () => {
        const example = exampleOf(kind);
        const changed = { ...example, ...CHANGES[name] };
        const take = async (row: FactRow, format: 'csv' | 'parquet') => {
          const source = format === 'csv' ? csvSource(row) : await parquetSource(context, kind, row);
          const { accepted, repeated, replaced, refused } = await ingest(context, { kind: name, source });
          return { accepted, repeated, replaced, refused };
        };
        const repeated = { accepted: 0, repeated: 1, replaced: 0, refused: 0 };
        const replaced = { accepted: 0, repeated: 0, replaced: 1, refused: 0 };
        expect(await take(example, 'csv')).toEqual(repeated);
        expect(await take(changed, 'parquet')).toEqual(replaced);
        expect(await take(changed, 'csv')).toEqual(repeated);
        expect(await take(example, 'csv')).toEqual(replaced);
      },
    );
  });

  test.each([
    ['shares', 'percent'],
    ['tariffs', 'reward_percentage'],
    ['tariffs', 'second_level_percent'],
    ['tier-changes', 'commission_percentage'],
  ])('%s with a %s of more than 100 are refused', async (name, field) => {
    const source = ndjson([{ ...exampleOf(kindNamed(name)), [field]: '100.01' }]);
    const { errors } = await ingest(context, { kind: name, source });
    expect(errors).toMatchObject([{ line: 1, field, reason: 'must be at most 100' }]);
  });

  test.each([
    ['http://user:pw@host.example:8080/a', 'host.example'],
    ['https://[2001:DB8::1]:443/a', '[2001:db8::1]'],
    ['https://News.example?a@b', 'news.example'],
    ['not an address', null],
  ])('the domain of the referrer %s is %s', async (referrer, domain) => {
    await put(context, 'clicks', { ...exampleOf(kindNamed('clicks')), referrer });
    expect(await context.facts.database.query('select referrer_domain from clicks')).toEqual([
      { referrer_domain: domain },
    ]);
  });
});

test('a kind that is not there is named, with those that are', async () => {
  await expect(ingest(await testFacts(), { kind: 'x', source: ndjson([]) })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('fraud-labels') as string,
  });
});

test('a level of active clients takes a whole number, other measures any amount', async () => {
  const context = await testFacts();
  const level = { ...exampleOf(kindNamed('tier-levels')), threshold: '10.5' };
  const { errors } = await ingest(context, {
    kind: 'tier-levels',
    source: ndjson([{ ...level, measure: 'active_clients' }]),
  });
  expect(errors).toMatchObject([
    { line: 1, field: 'threshold', reason: 'must be a whole number for active_clients' },
  ]);
  expect(await put(context, 'tier-levels', { ...level, measure: 'volume_lots' })).toMatchObject({
    accepted: 1,
  });
});

test('two contents under one key in a batch contradict each other', async () => {
  const context = await testFacts();
  const source = ndjson([
    rate('EUR', '2024-03-01', '1'),
    rate('JPY', '2024-03-01', '1'),
    rate('EUR', '2024-03-01', '2'),
  ]);
  expect(await ingest(context, { kind: 'rates', source })).toMatchObject({
    accepted: 0,
    repeated: 0,
    replaced: 0,
    refused: 1,
    errors: [{ line: 3, field: 'currency, rate_date', reason: 'contradicts line 1, which has the same key' }],
  });
  expect(await context.facts.database.query('select * from rates')).toEqual([]);
});

thorough('of many faults the first thousand are reported, and all are counted', async () => {
  const context = await testFacts();
  const lines = Array.from({ length: 1500 }, (_, index) => (index % 2 ? '{}' : '{"x"}'));
  const summary = await ingest(context, { kind: 'rates', source: textSource(lines.join('\n')) });
  expect(summary.refused).toBe(1500);
  expect(summary.errors).toHaveLength(1000);
  expect(summary.errors.map(({ line }) => line)).toEqual(
    summary.errors.map(({ line }) => line).toSorted((a, b) => a - b),
  );
  expect(summary.errors[0]).toMatchObject({ line: 1 });
});

describe('a change of', () => {
  const folder = makeFolder();
  let context: ReturnType<typeof contextOf>;
  const FOREX = { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' };
  const client = { client_uid: 'u1', registered_at: '2024-02-01T00:00:00Z', country: 'PT', platform: 'web' };
  const account = {
    client_account: '9001',
    client_uid: 'u1',
    account_type: 'standard',
    platform: 'mt5',
    opened_at: '2024-02-01T00:00:00Z',
  };
  const own = {
    partner_account: '700001',
    partner_uid: 'P1',
    account_name: 'Main',
    opened_on: '2024-01-01',
  };

  beforeAll(async () => {
    context = contextOf(await openTestStore(folder));
    await putProgram(context);
    await put(context, 'rates', rate('EUR', '2024-03-01', '0.9'), rate('JPY', '2024-03-01', '150'));
    await put(context, 'tariffs', tariff('*', { ...FOREX, second_level_percent: '10' }));
    await put(context, 'orders', order(1));
  });
  afterAll(async () => {
    await context.facts.close();
    await removeFolder(folder);
  });

  /** Who earns, in USD and in the currency of the account, and what the partner above earns. */
  async function reported(): Promise<(string | null)[]> {
    const rows = await context.facts.database.query<Record<string, string | null>>(`
      select p.partner_uid, o.reward_usd::double::varchar as usd, o.reward::double::varchar as own,
        o.parent_reward::double::varchar as parent
      from orders o join partners p using (partner_no)`);
    return rows.flatMap((row) => Object.values(row));
  }

  const UNCHANGED = ['P1', '10.0', '9.0', '150.0'];

  test.each<[string, string, FactRow, FactRow, (string | null)[]]>([
    [
      'a tariff',
      'tariffs',
      tariff('*', { ...FOREX, second_level_percent: '10' }),
      { reward_size: '20', second_level_percent: '5' },
      ['P1', '20.0', '18.0', '150.0'],
    ],
    ['a rate', 'rates', rate('EUR', '2024-03-01', '0.9'), { per_usd: '0.8' }, ['P1', '10.0', '8.0', '150.0']],
    ['the order', 'orders', order(1), { volume_lots: '3' }, ['P1', '30.0', '27.0', '450.0']],
    [
      'the link of the client',
      'clients',
      { ...client, link_code: 'L1' },
      { link_code: 'L2' },
      ['P2', '10.0', '10.0', null],
    ],
    [
      'the account of the link',
      'links',
      { link_code: 'L1', partner_account: '700001', campaign_code: 'spring' },
      { partner_account: '700002' },
      ['P2', '10.0', '10.0', null],
    ],
    [
      'the partner above',
      'partners',
      { partner_uid: 'P1', parent_uid: 'P0' },
      { parent_uid: null },
      ['P1', '10.0', '9.0', null],
    ],
    [
      'the currency of the account',
      'partner-accounts',
      { ...own, currency: 'EUR' },
      { currency: 'USD' },
      ['P1', '10.0', '10.0', '150.0'],
    ],
    ['the kind of the account', 'client-accounts', account, { trial: true }, ['P1', '0.0', '0.0', '0.0']],
  ])('%s changes what was computed from it, and back', async (_what, kind, row, change, expected) => {
    expect(await reported()).toEqual(UNCHANGED);
    expect(await put(context, kind, { ...row, ...change })).toMatchObject({ replaced: 1 });
    expect(await reported()).toEqual(expected);
    expect(await put(context, kind, row)).toMatchObject({ replaced: 1 });
    expect(await reported()).toEqual(UNCHANGED);
  });
});
