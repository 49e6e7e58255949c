import type { Decimal } from '../../../../kernel/index.ts';
import { count, day, distinct, sum, text, type Cell, type ModelRow, type Raw } from './cells.ts';
import { keeps, type Model, type View } from './view.ts';

const edge = (rows: readonly Raw[], moment: string, last = false): string | null => {
  const days = rows.map((row) => day(row[moment])).toSorted();
  return (last ? days.at(-1) : days[0]) ?? null;
};

const volumes = (orders: readonly Raw[]) => ({
  volume_lots: sum(orders.map((order) => order['volume_lots'])),
  volume_mln_usd: sum(orders.map((order) => order['volume_mln_usd'])),
});

/** What both reports say about a client. */
function described(view: View, client: Raw) {
  const account = view.find('links', 'link_code', client['link_code'])?.['partner_account'];
  return {
    client_uid: text(client['client_uid']),
    client_country: text(client['country']),
    link_code: text(client['link_code']),
    partner_account: text(account),
    partner_account_name: view.nameOf(account),
  };
}

const summed = (rows: readonly ModelRow[], ...names: readonly string[]): Record<string, Decimal> =>
  Object.fromEntries(names.map((name) => [name, sum(rows.map((row) => row[name]))]));

export const clients: Model = (view, query) => {
  const rows = view
    .t('clients')
    .filter(view.ownsLink)
    .map((client): ModelRow => {
      const isOf = (row: Raw): boolean => row['client_uid'] === client['client_uid'];
      const accounts = view.t('client_accounts').filter((row) => isOf(row) && row['trial'] !== true);
      const numbers = new Set(accounts.map((row) => row['client_account']));
      const orders = view.t('orders').filter((row) => numbers.has(row['client_account'] ?? ''));
      const deposits = view.t('deposits').filter((row) => numbers.has(row['client_account'] ?? ''));
      return {
        ...described(view, client),
        platform: text(client['platform']),
        reg_date: day(client['registered_at']),
        kyc_passed: view.t('kyc').some((check) => isOf(check) && check['result'] === 'passed'),
        first_deposit_date: edge(deposits, 'deposited_at'),
        trade_fn: edge(orders, 'closed_at'),
        last_trade: edge(orders, 'closed_at', true),
        accounts_count: count(accounts),
        ...volumes(orders),
        reward_usd: sum(orders.map((order) => order['reward_usd'])),
      };
    })
    .filter((row) => keeps(row, query));
  return {
    rows,
    totals: {
      count: count(rows),
      ...summed(rows, 'accounts_count', 'volume_lots', 'volume_mln_usd', 'reward_usd'),
    },
  };
};

export const clientAccounts: Model = (view, query) => {
  const rows = view
    .t('client_accounts')
    .filter((account) => view.ownsAccount(account) && account['trial'] !== true)
    .map((account): ModelRow => {
      const client = described(view, view.clientOf(account['client_account']) ?? {});
      const orders = view.ordersOf(account['client_account']);
      return {
        client_account: text(account['client_account']),
        ...client,
        partner_account_currency: text(
          view.find('partner_accounts', 'partner_account', client.partner_account)?.['currency'],
        ),
        client_account_type: text(account['account_type']),
        platform: text(account['platform']),
        client_account_created: day(account['opened_at']),
        client_account_last_trade: edge(orders, 'closed_at', true),
        ...volumes(orders),
        reward: sum(orders.map((order) => order['reward'])),
        reward_usd: sum(orders.map((order) => order['reward_usd'])),
        comment: text(account['comment']),
      };
    })
    .filter((row) => keeps(row, query));
  const column = (name: string): Cell[] => rows.map((row) => row[name] ?? null);
  const currencies = distinct(column('partner_account_currency'));
  return {
    rows,
    totals: {
      count: count(rows),
      clients_count: count(distinct(column('client_uid'))),
      ...summed(rows, 'volume_lots', 'volume_mln_usd'),
      reward: currencies.length > 1 ? null : sum(column('reward')),
      ...summed(rows, 'reward_usd'),
      partner_account_currency: currencies,
    },
  };
};
