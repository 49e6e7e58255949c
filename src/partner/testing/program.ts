import { put, type FactRow } from './facts.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** A program small enough to reckon by hand: P1 works under P0; account 9001 is a client's of P1. */
export async function putProgram(context: FactsContext): Promise<void> {
  await put(
    context,
    'partners',
    { partner_uid: 'P0' },
    { partner_uid: 'P1', parent_uid: 'P0' },
    { partner_uid: 'P2' },
  );
  await put(
    context,
    'partner-accounts',
    account('700000', 'P0', 'JPY'),
    account('700001', 'P1', 'EUR'),
    account('700002', 'P2', 'USD'),
  );
  await put(context, 'campaigns', { campaign_code: 'spring', title: 'Spring' });
  await put(
    context,
    'links',
    { link_code: 'L1', partner_account: '700001', campaign_code: 'spring' },
    { link_code: 'L2', partner_account: '700002' },
  );
  await put(context, 'clients', client('u1', 'L1'), client('u2', 'L2'));
  await put(
    context,
    'client-accounts',
    clientAccount('9001', 'u1', { account_type: 'standard' }),
    clientAccount('9002', 'u2', { account_type: 'standard' }),
    clientAccount('9009', 'u1', { account_type: 'standard', trial: true }),
  );
}

const account = (partner_account: string, partner_uid: string, currency: string): FactRow => ({
  partner_account,
  partner_uid,
  currency,
  account_name: 'Main',
  opened_on: '2024-01-01',
});

const client = (client_uid: string, link_code: string): FactRow => ({
  client_uid,
  link_code,
  registered_at: '2024-02-01T00:00:00Z',
  country: 'PT',
  platform: 'web',
});

const clientAccount = (client_account: string, client_uid: string, further: FactRow): FactRow => ({
  client_account,
  client_uid,
  platform: 'mt5',
  opened_at: '2024-02-01T00:00:00Z',
  ...further,
});

/** One lot of EURUSD, closed on 2024-03-04. */
export const order = (ticket: number, further: FactRow = {}): FactRow => ({
  server: 'real-1',
  ticket,
  client_account: '9001',
  symbol: 'EURUSD',
  base_currency: 'EUR',
  opened_at: '2024-03-04T10:00:00Z',
  closed_at: '2024-03-04T15:30:00Z',
  volume_lots: '1',
  volume_mln_usd: '0.1085',
  ...further,
});

/** For every account type and symbol of a partner, or of all. */
export const tariff = (partner_uid: string, further: FactRow): FactRow => ({
  partner_uid,
  account_type: '*',
  symbol: '*',
  valid_from: '2024-01-01',
  level: 1,
  ...further,
});

export const rate = (currency: string, rate_date: string, per_usd: string): FactRow => ({
  currency,
  rate_date,
  per_usd,
});

/** What an order of that program pays: 10 USD a lot, from 2024-03-10 on 12 to P1; a tenth of it to whom they work under. */
export async function putTerms(context: FactsContext): Promise<void> {
  const size = { formula_code: 'formula_forex', reward_size_currency: 'USD' };
  await put(context, 'rates', rate('EUR', '2024-01-01', '0.9'), rate('JPY', '2024-01-01', '150'));
  await put(
    context,
    'tariffs',
    tariff('*', { ...size, reward_size: '10', second_level_percent: '10' }),
    tariff('P1', { ...size, reward_size: '12', valid_from: '2024-03-10' }),
  );
}

/** A better tier of P1, paid for the first week of March. */
export const rise = (compensation_id: number, further: FactRow = {}): FactRow => ({
  compensation_id,
  partner_uid: 'P1',
  old_tier_group_id: 1,
  new_tier_group_id: 2,
  commission_percentage: '40',
  compensation_period_start: '2024-03-01T00:00:00Z',
  compensation_period_end: '2024-03-07T23:59:59.999Z',
  payment_date: '2024-03-12T09:00:00Z',
  ...further,
});
