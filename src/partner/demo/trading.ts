import { partnerUid, type DemoBatch } from './program.ts';
import { counting, Dice, MIN_PARTNERS, momentAt, presentOf, type Scale } from './scale.ts';
import { clientUid, isSharable, ownerOfSharable, registeredAt } from './traffic.ts';

const ACCOUNT_TYPES = { standard: 50, pro: 20, raw: 15, classic: 9, zero: 6 };

/** Symbol, base currency, how often, USD of volume in a lot, usual spread in points, USD of a point of a lot. */
const MARKETS = [
  ['XAUUSD', 'XAU', 30, 235_000, 1.8, 1],
  ['EURUSD', 'EUR', 24, 108_500, 0.9, 10],
  ['GBPUSD', 'GBP', 13, 127_000, 1.3, 10],
  ['USDJPY', 'USD', 11, 100_000, 1.1, 6.689_123],
  ['US500', 'USD', 8, 52_000, 0.6, 1],
  ['AUDUSD', 'AUD', 7, 66_000, 1.2, 10],
  ['BTCUSD', 'BTC', 7, 64_000, 3.2, 1],
] as const;

/** Orders come faster over time: this exponent maps a share of the orders to a share of the time. */
const ORDER_GROWTH = 0.6;
const ACCOUNT_GROWTH = 0.8;

/** Client accounts, deposits and shares. */
export function accountBatches(scale: Scale): DemoBatch[] {
  const { accounts, days, start } = scale;
  const dice = new Dice(scale);
  const agents = new Dice({ seed: 1 });
  const agent = agents.whole('agent', 'i', MIN_PARTNERS);
  const openedAt = `${registeredAt(scale, clientOf('i'))} + (1 + ${dice.whole('opened', 'i', 40)}) * interval '1 hour'`;
  const isTrial = `i % 12 = 7`;
  return [
    {
      kind: 'client-accounts',
      sql: `select ${accountNumber('i')} as client_account, ${clientUid(clientOf('i'))} as client_uid,
          ${dice.pick('account type', 'i', ACCOUNT_TYPES)} as account_type,
          case when ${dice.whole('terminal', 'i', 3)} = 0 then 'mt4' else 'mt5' end as platform,
          ${isTrial} as trial, ${openedAt} as opened_at from ${counting(0, accounts)}`,
    },
    {
      kind: 'deposits',
      sql: `select 'd' || i || '-' || n as deposit_id, ${accountNumber('i')} as client_account,
          ${openedAt} + (2 + n * ${dice.whole('deposit pause', 'i', 500)}) * interval '1 hour' as deposited_at,
          (20 + 400 * pow(${dice.fraction('deposit', 'i * 8 + n')}, 3))::decimal(18, 2) as amount_usd
        from ${counting(0, accounts)}, generate_series(0, 7) d(n)
        where not (${isTrial}) and n < ${dice.whole('deposits', 'i', 9)}`,
    },
    {
      kind: 'shares',
      // An account has the same agent in programs of any size and seed, and never its own partner.
      sql: `select ${accountNumber('i')} as client_account, ${partnerUid(agent)} as agent_uid,
          (5 + ${dice.whole('share', 'i', 30)})::decimal(5, 2) as percent,
          date '${start}' + (${dice.whole('shared', 'i', days)})::int as shared_from
        from ${counting(0, accounts)}
        where ${isSharable(clientOf('i'))} and ${agents.whole('is shared', 'i', 3)} = 0
          and ${agent} <> ${ownerOfSharable(clientOf('i'))}`,
    },
  ];
}

/** The orders with these indexes. Orders are numbered by day. */
export function orderBatch(scale: Scale, first: number, end: number): DemoBatch {
  const { orders, accounts } = scale;
  const dice = new Dice(scale);
  const market = (column: number) =>
    `case ${MARKETS.map((values) => `when symbol = '${values[0]}' then ${sqlValue(values[column])}`).join(' ')} end`;
  const weights = Object.fromEntries(MARKETS.map(([name, , weight]) => [name, weight]));
  const passed = `pow((i + 0.5) / ${orders}, ${ORDER_GROWTH})`;
  // Of the accounts open three days before, every tenth trades as much as the other nine together.
  const open = `greatest(1, floor(${accounts} * pow(greatest(${passed} - 0.005, 0), ${1 / ACCOUNT_GROWTH})))`;
  const any = dice.whole('trader', 'i', `${open}::bigint`);
  const account = `case when ${dice.whole('busy', 'i', 2)} = 0 then (${any} // 10 * 10) else ${any} end`;
  // Currencies are not traded at weekends: such orders move to the day before or after.
  const closed = momentAt(scale, passed);
  const moved = `case when extract(day from moment) > 2 then -2 when moment < ${presentOf(scale)} - interval '2 days' then 2 else 0 end`;
  const weekend = `case when extract(isodow from moment) > 5 and symbol <> 'BTCUSD' then ${moved} else 0 end`;
  return {
    kind: 'orders',
    sql: `
      with drawn as (
        select i, ${accountNumber(account)} as client_account, ${dice.pick('symbol', 'i', weights)} as symbol,
          ${closed} as moment, greatest(0.01, 3 * pow(${dice.fraction('lots', 'i')}, 4))::decimal(11, 2) as lots,
          ${dice.fraction('spread', 'i')} as wide, ${dice.whole('bonus', 'i', 40)} = 0 as has_bonus,
          ${dice.whole('opposite', 'i', 80)} = 0 as has_opposite
        from ${counting(first, end)}
      ),
      priced as (
        select *, moment + (${weekend}) * interval '1 day' as closed_at, ${market(3)} as usd_per_lot,
          (${market(4)} * (0.7 + 0.6 * wide))::decimal(9, 1) as spread, ${market(5)}::decimal(11, 6) as point_value
        from drawn
      )
      select 'real-' || (1 + i % 3) as server, 10000000 + i as ticket, client_account, symbol,
        ${market(1)} as base_currency,
        closed_at - (60 + ${dice.whole('held', 'i', 20_000)}) * interval '1 second' as opened_at, closed_at,
        lots::decimal(11, 4) as volume_lots, (lots * usd_per_lot / 1000000)::decimal(18, 8) as volume_mln_usd,
        spread as open_spread, (spread * 1.1)::decimal(9, 1) as close_spread, point_value as point_value_usd,
        (lots * usd_per_lot * 0.00007)::decimal(12, 2) as contract_commission_usd, has_opposite as close_by,
        case when has_opposite then (lots * 3.5)::decimal(12, 2) end as open_commission_usd,
        case when has_opposite then (lots * 7 + 0.01)::decimal(12, 2) end as open_spread_revenue_usd,
        case when has_bonus then (200 + 5000 * wide)::decimal(13, 2) end as equity_usd,
        case when has_bonus then (150 * wide)::decimal(13, 2) end as credit_usd
      from priced`,
  };
}

/** The number of orders before a share of the time has passed. */
export const ordersBefore = ({ orders }: Scale, fraction: number): number =>
  Math.min(orders, Math.max(0, Math.ceil(orders * fraction ** (1 / ORDER_GROWTH) - 0.5)));

const accountNumber = (row: string): string => `(20000000 + ${row})::varchar`;
/** There are 13 accounts for 10 clients. */
const clientOf = (account: string): string => `((${account}) * 10 // 13)`;
const sqlValue = (value: string | number | undefined): string =>
  typeof value === 'string' ? `'${value}'` : String(value);
