import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { inject } from '../../testing/inject.ts';
import { NO_ISSUER } from '../disbursements/testing/issuer.ts';
import { profileEndpoints } from '../profile/index.ts';
import { rebateEndpoints } from '../rebates/index.ts';
import { reportEndpoints } from '../reports/index.ts';
import { testFacts } from '../testing/facts.ts';
import { walletEndpoints } from '../wallets/index.ts';
import { loadFirstDemo } from './index.ts';

const MAY = 'date_from=2024-05-01&date_to=2024-05-31';
const REPORTS = [
  `performance/?${MAY}`,
  'cpa/advanced_tqi/2024-05/',
  'clients/',
  'clients/accounts/',
  'clients/accounts/second-level/',
  `ib/performance/?${MAY}`,
  'orders/',
  `symbols/?${MAY}`,
  'progress_reward/',
  'progress_reward/1/detailed/',
  'rewards/',
].map((path) => `/api/reports/${path}`);

const FIRM = { format: 'pain.001.001.09', name: 'Broker Ltd', iban: 'DE75512108001245126199' } as const;
const BANKS = [
  { ...FIRM, code: 'euro' },
  { ...FIRM, code: 'dollar', currency: 'USD', serviceLevel: '' },
];

const METHODS = [{ code: 'paypal', name: 'PayPal', account: 'E-mail address' }];

const ISSUER = { ...NO_ISSUER, name: 'Broker Ltd', address: '1 Main Street', agreement: 'We issue them.' };

test('none of the reports, wallets, ledgers and rebate groups of the demo partner is empty', async () => {
  const context = await testFacts();
  const admin = { ...context.actor, scopes: new Set(['admin']) };
  await loadFirstDemo(
    { ...context, actor: admin },
    { orders: 6000, banks: BANKS, methods: METHODS, issuer: ISSUER },
  );
  const { facts, clock } = context;
  const actor: Actor = {
    kind: 'person',
    id: 'demo',
    tenant: 'default',
    scopes: new Set(['reports:view', 'wallets:view', 'rebates:view']),
    partnerUid: 'demo-partner',
  };
  const endpoints = [
    ...reportEndpoints(facts, 0),
    ...profileEndpoints(facts),
    ...walletEndpoints(facts),
    ...rebateEndpoints(facts),
  ];
  const app = frame(endpoints, {
    db: facts.db,
    clock,
    authenticate: () => actor,
  });
  const read = async <T>(url: string): Promise<T> => {
    const { body, statusCode } = await inject(app, { url, headers: { authorization: 'Bearer demo' } });
    expect([url, statusCode]).toEqual([url, 200]);
    return JSON.parse(body) as T;
  };

  for (const url of [...REPORTS, '/api/v2/reports/rewards/secondlevel/', '/api/v3/reports/clients/shared/']) {
    const { data } = await read<{ data: unknown[] }>(url);
    expect([url, data.length > 0]).toEqual([url, true]);
  }

  const { tier, reached, missing } = await read<{ tier: object; reached: number; missing: number }>(
    '/api/partner/tier/',
  );
  expect(tier).toMatchObject({ tier_group_id: 2, name: 'Silver' });
  expect([reached > 0, missing > 0]).toEqual([true, true]);

  const { accounts } = await read<{ accounts: { id: string; balance: number }[] }>('/api/wallet/accounts/');
  const kinds = new Set<string>();
  for (const { id, balance } of accounts) {
    expect([id, balance > 0]).toEqual([id, true]);
    const path = `/api/wallet/accounts/${id}/entries/?limit=1000`;
    const { entries } = await read<{ entries: { kind: string }[] }>(path);
    for (const { kind } of entries) kinds.add(kind);
  }
  expect([...kinds].toSorted()).toEqual([
    'adjustment',
    'commission',
    'disbursement',
    'progress',
    'rebate',
    'reward',
    'second_level_reward',
  ]);

  const { groups } = await read<{ groups: { id: number; clients_count: number }[] }>(
    '/api/v2/autorebates/groups/',
  );
  const statuses = new Set<string>();
  for (const { id, clients_count } of groups) {
    expect(clients_count).toBeGreaterThan(0);
    const { runs } = await read<{ runs: { status: string }[] }>(`/api/v2/autorebates/groups/${id}/runs/`);
    for (const { status } of runs) statuses.add(status);
  }
  expect([...statuses].toSorted()).toEqual(['paid', 'pending']);

  const disbursed = await facts.db
    .selectFrom('disbursement')
    .select('status')
    .distinct()
    .orderBy('status')
    .execute();
  expect(disbursed.map(({ status }) => status)).toEqual([
    'ACCEPTED',
    'APPROVED',
    'CANCELLED',
    'FAILED',
    'PAID',
    'REQUESTED',
    'RETURNED',
    'SEALED',
    'SENT',
  ]);

  const elsewhere = await facts.db
    .selectFrom('disbursement')
    .innerJoin('disbursement_destination', 'disbursement_destination.id', 'destination_id')
    .select(['disbursement.status', 'payment_reference'])
    .where(sql`details ->> 'kind'`, '=', 'external')
    .orderBy('number')
    .execute();
  expect(elsewhere).toEqual([
    { status: 'PAID', payment_reference: 'PAY-58103' },
    { status: 'SENT', payment_reference: null },
  ]);

  const documents = await facts.db.selectFrom('self_billing_document').select('kind').distinct().execute();
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice']);

  const formulas = await facts.database.query(`
    select distinct formula_code from orders join partners using (partner_no)
    where partner_uid = 'demo-partner' and formula_code is not null`);
  expect(formulas).toHaveLength(5);
  await app.close();
}, 300_000);
