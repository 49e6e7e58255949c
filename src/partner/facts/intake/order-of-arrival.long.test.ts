import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { contextOf, openTestStore, put, type FactRow } from '../../testing/facts.ts';
import { order, rate, tariff } from '../../testing/program.ts';
import { tableOf, kindNamed, KINDS } from '../kinds/index.ts';
import type { FactsContext } from '../handle/index.ts';

interface Fact {
  readonly kind: string;
  readonly row: FactRow;
}

const at = '2024-02-01T00:00:00Z';
const FOREX = { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' };

const of = (kind: string, ...rows: readonly FactRow[]): Fact[] => rows.map((row) => ({ kind, row }));

const client = (client_uid: string, link_code: string): FactRow => ({
  client_uid,
  link_code,
  registered_at: at,
  country: 'PT',
  platform: 'web',
});

const install = (link_code: string): FactRow => ({
  install_id: 'n-1',
  link_code,
  installed_at: at,
  country: 'PT',
  platform: 'ios',
});

const account = (link: string, given: FactRow = {}): FactRow => ({
  client_account: `9-${link}`,
  client_uid: `u-${link}`,
  account_type: 'standard',
  platform: 'mt5',
  opened_at: at,
  ...given,
});

const FACTS: readonly Fact[] = [
  ...of('partners', { partner_uid: 'P0' }, { partner_uid: 'P1', parent_uid: 'P0' }),
  ...of(
    'partner-accounts',
    ...['P0', 'P1', 'P0'].map((partner_uid, index) => ({
      partner_account: `70000${index}`,
      partner_uid,
      currency: ['JPY', 'EUR', 'USD'][index] ?? '',
      account_name: 'Main',
      opened_on: `2024-01-0${3 - index}`,
    })),
  ),
  ...of(
    'links',
    { link_code: 'L1', partner_account: '700001' },
    { link_code: 'L0', partner_account: '700000' },
  ),
  ...of('clients', client('u-L0', 'L0'), client('u-L1', 'L1')),
  ...of('installs', install('L1')),
  ...of(
    'fraud-labels',
    { subject: 'registration', subject_id: 'u-L1', label: 'fake' },
    { subject: 'install', subject_id: 'n-1', label: 'other' },
  ),
  ...of('client-accounts', account('L0'), account('L1')),
  ...of('deposits', { deposit_id: 'd-1', client_account: '9-L1', deposited_at: at, amount_usd: '10' }),
  ...of(
    'rates',
    rate('EUR', '2024-03-01', '0.9'),
    rate('EUR', '2024-03-04', '0.8'),
    rate('JPY', '2024-03-01', '150'),
  ),
  ...of(
    'tariffs',
    tariff('*', { ...FOREX, second_level_percent: '10' }),
    tariff('P1', { ...FOREX, reward_size: '1200', reward_size_currency: 'JPY', valid_from: '2024-03-03' }),
    tariff('P1', { formula_code: 'formula_ecn', rate_per_million: '7', symbol: 'XAUUSD' }),
  ),
  ...of(
    'orders',
    order(1, { client_account: '9-L1' }),
    order(2, { client_account: '9-L1', closed_at: '2024-04-02T00:00:00Z', symbol: 'XAUUSD' }),
    order(3, {
      client_account: '9-L0',
      opened_at: '2024-01-30T00:00:00Z',
      closed_at: '2024-03-02T00:00:00Z',
    }),
    order(4, {
      client_account: '9-L1',
      opened_at: '2024-01-02T00:00:00Z',
      closed_at: '2024-01-02T09:00:00Z',
    }),
  ),
  // What was sent before it was known better.
  ...of('clients', client('u-L1', 'L0')),
  ...of('client-accounts', account('L1', { trial: true })),
  ...of('installs', install('L0')),
  ...of('rates', rate('EUR', '2024-03-01', '0.7')),
  ...of('tariffs', tariff('*', { ...FOREX, reward_size: '99' })),
  ...of('orders', order(1, { client_account: '9-L0', volume_lots: '7' })),
];

/** Each fact as it is in the end: of two with one key the first in the list is right. */
const keyOf = ({ kind, row }: Fact): string =>
  [kind, ...kindNamed(kind).key.map((name) => String(row[name]))].join(' ');
const isFinal = (fact: Fact): boolean => FACTS.find((other) => keyOf(other) === keyOf(fact)) === fact;

/** Facts by any priorities, but each after those it refers to and a correction after what it corrects. */
function arrange(priorities: readonly number[]): Fact[] {
  const waiting = FACTS.map((fact, index) => ({ fact, priority: priorities[index] ?? 0 }));
  waiting.sort((a, b) => a.priority - b.priority);
  const arranged: Fact[] = [];
  const known = new Set<string>();
  const isReady = (fact: Fact): boolean =>
    kindNamed(fact.kind).references.every(({ field, to, wildcard, when }) => {
      const value = fact.row[field];
      if (when && fact.row[when.field] !== when.equals) return true;
      return value === undefined || value === null || value === wildcard || known.has(`${to} ${value}`);
    }) &&
    (!isFinal(fact) || !waiting.some((other) => other.fact !== fact && keyOf(other.fact) === keyOf(fact)));
  while (waiting.length > 0) {
    const [next] = waiting.splice(
      waiting.findIndex(({ fact }) => isReady(fact)),
      1,
    );
    if (!next) break;
    arranged.push(next.fact);
    known.add(keyOf(next.fact));
  }
  return arranged;
}

/** Neighbours of one kind come in one batch, as long as no key comes twice. */
async function putAll(context: FactsContext, facts: readonly Fact[]): Promise<void> {
  let batch: Fact[] = [];
  for (const fact of [...facts, undefined]) {
    const [first] = batch;
    const fits = fact && first?.kind === fact.kind && !batch.some((other) => keyOf(other) === keyOf(fact));
    if (first && !fits) {
      await put(context, first.kind, ...batch.map(({ row }) => row));
      batch = [];
    }
    if (fact) batch.push(fact);
  }
}

/** All that is stored, without the small numbers by which the store knows partners and client accounts. */
async function dump({ facts }: FactsContext): Promise<unknown> {
  const { database } = facts;
  const partners = await database.query<{ partner_no: number; partner_uid: string }>(
    'select * from partners',
  );
  const uids = new Map(partners.map(({ partner_no, partner_uid }) => [partner_no, partner_uid]));
  const accounts = await database.query<{ account_no: number; client_account: string }>(
    'select * from client_accounts',
  );
  const names = new Map(accounts.map(({ account_no, client_account }) => [account_no, client_account]));
  const clients = await database.query<{ client_no: number; client_uid: string }>('select * from clients');
  const persons = new Map(clients.map(({ client_no, client_uid }) => [client_no, client_uid]));
  const tables: Record<string, unknown> = {};
  for (const { name, key } of KINDS) {
    const rows = await database.query<Record<string, unknown>>(
      `select * exclude (sent_in) from ${tableOf(name)} order by ${key.join(', ')}`,
    );
    tables[name] = rows.map(({ partner_no, parent_no, client_no, account_no, ...row }) => ({
      ...row,
      partner: uids.get(partner_no as number),
      parent: uids.get(parent_no as number),
      client: persons.get(client_no as number),
      account: names.get(account_no as number),
    }));
  }
  return JSON.parse(JSON.stringify(tables)) as unknown;
}

async function storedAfter(facts: readonly Fact[]): Promise<unknown> {
  const folder = makeFolder();
  const store = await openTestStore(folder);
  const context = contextOf(store);
  await putAll(context, facts);
  const stored = await dump(context);
  await store.close();
  await removeFolder(folder);
  return stored;
}

test('facts give the same result in whatever order they come', async () => {
  const expected = await storedAfter(FACTS.filter(isFinal));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1000), { minLength: FACTS.length, maxLength: FACTS.length }),
      async (priorities) => {
        expect(await storedAfter(arrange(priorities))).toEqual(expected);
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
}, 60_000);
