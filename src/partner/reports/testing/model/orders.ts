import { Decimal } from '../../../../kernel/index.ts';
import { count, day, distinct, groupInto, number, sum, text, type ModelRow, type Raw } from './cells.ts';
import { keeps, type Model, type View } from './view.ts';

const shift = (from: string, days: number): string => day(new Date(Date.parse(from) + days * 86_400_000));

const realOrders = (view: View): readonly Raw[] =>
  view.t('orders').filter((order) => view.ownsAccount(order) && !view.isTrial(order['client_account']));

const SUMS = ['volume_lots', 'volume_mln_usd', 'reward_usd'] as const;
const sumsOf = (rows: readonly Raw[]): ModelRow =>
  Object.fromEntries(SUMS.map((name) => [name, sum(rows.map((row) => row[name]))]));

export const symbols: Model = (view, query, today) => {
  const { date_from, date_to, ...filters } = query;
  const to = (date_to ?? today) as string;
  const from = (date_from ?? `${to.slice(0, 7)}-01`) as string;
  const traded = realOrders(view).filter(
    (order) => day(order['closed_at']) >= from && day(order['closed_at']) <= to && keeps(order, filters),
  );
  const groups = groupInto(traded, (order) => text(order['symbol']));
  return {
    rows: [...groups].map(([symbol, orders]) => ({
      symbol,
      orders_count: count(orders),
      ...sumsOf(orders),
    })),
    totals: { count: groups.size, orders_count: count(traded), ...sumsOf(traded) },
  };
};

export const orders: Model = (view, query, today) => {
  const { date_from, date_to, ...filters } = query;
  const to = (date_to ?? (date_from === undefined ? today : shift(date_from as string, 31))) as string;
  const from = (date_from ?? shift(to, -31)) as string;
  const rows = realOrders(view)
    .map((order): ModelRow => {
      const client = view.clientOf(order['client_account']);
      const link = view.find('links', 'link_code', client?.['link_code']);
      const account = view.find('partner_accounts', 'partner_account', link?.['partner_account']);
      const type = view.find('client_accounts', 'client_account', order['client_account'])?.['account_type'];
      const [open, close] = [order['open_spread'] ?? null, order['close_spread'] ?? null];
      return {
        order_id: `${text(order['server'])}:${order['ticket'] as number}`,
        symbol: text(order['symbol']),
        formula_code: order['formula_code'] ?? null,
        currency: text(account?.['currency']),
        client_account_type: text(type),
        partner_account: text(account?.['partner_account']),
        client_account: text(order['client_account']),
        volume_lots: number(order['volume_lots']),
        volume_mln_usd: number(order['volume_mln_usd']),
        reward_usd: order['reward_usd'] ?? null,
        reward: order['reward'] ?? null,
        open_spread: open,
        close_spread: close,
        avg_spread: open && close ? sum([open, close]).dividedBy(Decimal.of(2n), 6, 'half-away') : null,
        open_date: order['opened_at'] ?? null,
        close_date: order['closed_at'] ?? null,
        date: day(order['closed_at']),
      };
    })
    .filter((row) => text(row['date']) >= from && text(row['date']) <= to && keeps(row, filters));
  const types = distinct(rows.map((row) => row['client_account_type'] ?? null));
  return {
    rows,
    totals: {
      client_account_type: types.length === 1 ? (types[0] ?? '') : '',
      count: count(rows),
      reward_usd: sum(rows.map((row) => row['reward_usd'])),
      volume_lots: sum(rows.map((row) => row['volume_lots'])),
      volume_mln_usd: sum(rows.map((row) => row['volume_mln_usd'])),
      currency: distinct(rows.map((row) => row['currency'] ?? null)),
    },
  };
};
