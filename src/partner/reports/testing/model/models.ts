import type { Decimal } from '../../../../kernel/index.ts';
import { secondLevelAccounts, sharedAccounts, subpartners } from './accounts.ts';
import {
  count,
  day,
  distinct,
  groupInto,
  number,
  sum,
  text,
  type Cell,
  type ModelRow,
  type Raw,
} from './cells.ts';
import { clientAccounts, clients } from './clients.ts';
import { orders, symbols } from './orders.ts';
import { ibPerformance, performance } from './performance.ts';
import { trafficQuality } from './traffic-quality.ts';
import { keeps, type Model, type View } from './view.ts';

/** The partner directly below to whom an account belongs. */
function subpartnerOf(view: View, account: Cell | undefined): Cell {
  const uid = view.find('partner_accounts', 'partner_account', account)?.['partner_uid'];
  const { parent_uid: parent } = view.find('partners', 'partner_uid', uid) ?? {};
  return parent === view.me ? (uid ?? null) : null;
}

/** Orders by account and day: those behind second-level rows and those behind commissions are the same ones. */
function ordersOf(rows: readonly Raw[]): Decimal {
  const days = groupInto(rows, (row) => `${text(row['client_account'])} ${day(row['reward_date'])}`);
  const counts = [...days.values()].map((of) => {
    const counted = (isMeant: (row: Raw) => boolean): number =>
      Number(sum(of.filter(isMeant).map((row) => row['orders_count'])).toString());
    const below = counted((row) => row['level'] === 2);
    const shared = counted((row) => row['agent_uid'] !== null);
    const own = counted((row) => row['level'] === 1 && row['agent_uid'] === null);
    if (below > 0 && shared > 0) return own + Math.max(below, shared);
    if (below < 0 && shared < 0) return own + Math.min(below, shared);
    return own + below + shared;
  });
  return sum(counts);
}

const credited =
  (level: 2 | undefined, shape: (row: Raw, view: View) => ModelRow): Model =>
  (view, query) => {
    const raw = view
      .t('credited_rewards')
      .filter((row) => row['partner_uid'] === view.me && (level === undefined || row['level'] === level))
      .map((row) => ({
        ...row,
        partner_account_name: view.nameOf(row['partner_account']),
        subpartner_uid: subpartnerOf(view, row['subpartner_account']),
      }))
      .filter((row) => keeps(row, query, { commission: 'reward', commission_usd: 'reward_usd' }));
    const sums = (name: string): Decimal => sum(raw.map((row: Raw) => row[name]));
    const currencies = distinct(raw.map((row: Raw) => row['currency'] ?? null));
    return {
      rows: raw.map((row) => shape(row, view)),
      hidden: raw,
      totals: {
        count: count(raw),
        orders_count: ordersOf(raw),
        volume_mln_usd: sums('volume_mln_usd'),
        volume_lots: sums('volume_lots'),
        reward: currencies.length > 1 ? null : sums('reward'),
        reward_usd: sums('reward_usd'),
        currency: currencies,
      },
    };
  };

const only = (row: Raw, names: string): ModelRow =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, row[name] ?? null]));

export const MODELS: Readonly<Record<string, Model>> = {
  performance,
  ib_performance: ibPerformance,
  advanced_tqi: trafficQuality,
  clients,
  client_accounts: clientAccounts,
  second_level_accounts: secondLevelAccounts,
  second_level_rewards: credited(2, (row) => ({
    ...only(
      row,
      `client_account client_account_type client_uid country platform currency link_code partner_account
      partner_account_name subpartner_account orders_count reward reward_usd volume_lots volume_mln_usd`,
    ),
    reward_date: `${day(row['reward_date'])}T00:00:00.000Z`,
    ...only(row, 'kind'),
  })),
  subpartners,
  orders,
  symbols,
  shared_accounts: sharedAccounts,
  progress_reward: (view) => {
    const rows = view
      .t('progress_rewards')
      .filter((row) => row['partner_uid'] === view.me)
      .map((row) => ({
        ...only(
          row,
          `compensation_id old_tier_group_id new_tier_group_id payment_date compensation_period_start
          compensation_period_end compensation_amount`,
        ),
        commission_percentage: number(row['commission_percentage']).trim().toString(),
      }));
    const { ab_test } = view.find('partners', 'partner_uid', view.me) ?? {};
    return { rows, totals: { count: count(rows), ab_test_enabled: ab_test === true } };
  },
  progress_reward_detail: (view, _query, _today, id) => {
    const paid = view
      .t('progress_rewards')
      .filter((row) => row['partner_uid'] === view.me && row['compensation_id'] === id)
      .toSorted((a, b) => Number(a['reward_order']) - Number(b['reward_order']));
    const change = view.find('tier_changes', 'compensation_id', id ?? null) ?? paid.at(-1);
    const rows = view
      .t('progress_reward_details')
      .filter((row) => row['partner_uid'] === view.me && row['compensation_id'] === id)
      .map((row) =>
        only(
          row,
          `id client_account account_type reward_date order_id progress_reward_amount_usd initial_reward_usd
          initial_reward_size old_reward_size new_reward_size`,
        ),
      );
    return {
      rows,
      totals: {
        count: count(rows),
        progress_reward_amount_usd: sum(rows.map((row) => row['progress_reward_amount_usd'])),
        progress_reward_period_start: change?.['compensation_period_start'] ?? null,
        progress_reward_period_end: change?.['compensation_period_end'] ?? null,
      },
    };
  },
  rewards: credited(undefined, (row) => ({
    ...only(
      row,
      `id reward_date reward_datetime partner_account client_account_type country platform client_uid currency`,
    ),
    reward_order: number(row['reward_order']).toString(),
    ...only(
      row,
      `partner_account_name client_account link_code volume_lots volume_mln_usd reward reward_usd orders_count kind`,
    ),
  })),
};
