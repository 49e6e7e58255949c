import { createHash } from 'node:crypto';
import { Decimal } from '../../../kernel/index.ts';
import type { Facts } from '../../facts/index.ts';

/*
 * Every report once more, from plain rows by plain loops: slow, and with nothing in common with the engine. Whose a
 * row is follows from links and accounts here, not from the numbers that the store keeps beside it.
 */

export class Ratio {
  readonly over: Decimal;
  readonly under: Decimal;
  readonly shape: 'fraction' | 'percent' | 'whole percent';

  constructor(over: Decimal, under: Decimal, shape: Ratio['shape'] = 'fraction') {
    this.over = over;
    this.under = under;
    this.shape = shape;
  }

  get shown(): Cell {
    if (this.under.isZero) return null;
    if (this.shape === 'fraction') return this.over.dividedBy(this.under, 6, 'half-away');
    const hundredfold = this.over.times(Decimal.of(100n));
    if (this.shape === 'whole percent') return hundredfold.dividedBy(this.under, 0, 'half-away');
    return hundredfold.dividedBy(this.under, 2, 'half-away').toString();
  }
}

export type Cell =
  | string
  | number
  | boolean
  | null
  | Decimal
  | Date
  | Ratio
  | Cell[]
  | { [name: string]: Cell };
export type ModelRow = Record<string, Cell>;
export type Query = Readonly<Record<string, unknown>>;

type Raw = Readonly<Record<string, Cell>>;
export type Tables = Readonly<Record<string, readonly Raw[]>>;

const TABLES =
  `partners partner_accounts campaigns links impressions clicks spend installs clients client_accounts kyc
  deposits shares fraud_labels orders tier_changes credited_rewards progress_rewards progress_reward_details
  account_names`.split(/\s+/);

export async function readTables({ database }: Facts): Promise<Tables> {
  const read = TABLES.map(
    async (table) => [table, await database.query<Raw>(`select * from ${table}`)] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

const day = (moment: Cell | undefined): string =>
  moment instanceof Date ? moment.toISOString().slice(0, 10) : (moment as string);
const text = (value: Cell | undefined): string => (value ?? '') as string;
const number = (value: Cell | undefined): Decimal =>
  value instanceof Decimal ? value : Decimal.of(BigInt((value ?? 0) as number));
const sum = (values: readonly (Cell | undefined)[]): Decimal =>
  values.reduce<Decimal>((total, value) => total.plus(number(value)), Decimal.ZERO);
const count = (rows: readonly unknown[]): number => rows.length;
const distinct = (values: readonly Cell[]): Cell[] => [...new Set(values)].toSorted();

function groupInto<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

/** One partner's way through the tables. */
export class View {
  readonly t: (table: string) => readonly Raw[];
  readonly me: string;
  #events: Event[] | undefined;

  constructor(tables: Tables, me: string) {
    this.t = (table) => tables[table] ?? [];
    this.me = me;
  }

  get events(): readonly Event[] {
    return (this.#events ??= eventsOf(this));
  }

  find(table: string, key: string, value: Cell | undefined): Raw | undefined {
    return value === null ? undefined : this.t(table).find((row) => row[key] === value);
  }

  ownerOfLink(link: Cell | undefined): Cell | undefined {
    const account = this.find('links', 'link_code', link)?.['partner_account'];
    return this.find('partner_accounts', 'partner_account', account)?.['partner_uid'];
  }

  clientOf(account: Cell | undefined): Raw | undefined {
    const uid = this.find('client_accounts', 'client_account', account)?.['client_uid'];
    return this.find('clients', 'client_uid', uid);
  }

  isTrial(account: Cell | undefined): boolean {
    return this.find('client_accounts', 'client_account', account)?.['trial'] === true;
  }

  ownsLink = (row: Raw): boolean => this.ownerOfLink(row['link_code']) === this.me;
  ownsAccount = (row: Raw): boolean =>
    this.ownerOfLink(this.clientOf(row['client_account'])?.['link_code']) === this.me;

  ordersOf(account: Cell | undefined): readonly Raw[] {
    return this.t('orders').filter((order) => order['client_account'] === account);
  }

  nameOf(account: Cell | undefined): Cell {
    return this.find('account_names', 'partner_account', account)?.['account_name'] ?? '';
  }
}

/** How a filter of any name is meant: lists, ranges by their endings, parts of comments, and equality. */
export function keeps(
  row: ModelRow,
  filters: Query,
  columns: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    const base = name.replace(/_(from|to)$/, '');
    const value = row[columns[base] ?? base] ?? null;
    if (Array.isArray(wanted)) return wanted.includes(value);
    if (value === null) return false;
    if (name === 'comment') return text(value).toLowerCase().includes(String(wanted).toLowerCase());
    const compared =
      value instanceof Decimal
        ? value.compare(Decimal.parse(String(wanted)))
        : day(value) < String(wanted)
          ? -1
          : day(value) > String(wanted)
            ? 1
            : 0;
    if (name.endsWith('_from')) return compared >= 0;
    if (name.endsWith('_to')) return compared <= 0;
    return String(value) === String(wanted);
  });
}

interface Event {
  readonly at: string;
  readonly marks: Raw;
  readonly counts: Readonly<Record<string, Decimal>>;
}

const ONE = Decimal.of(1n);
const MARKS = [
  'click_url',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
];
const TRACKS = ['track1', 'track2', 'track3', 'track4', 'track5'];

function eventsOf(view: View): Event[] {
  const { t } = view;
  const linkMarks = (link: Cell | undefined): Raw => {
    const campaign = view.find('links', 'link_code', link)?.['campaign_code'] ?? null;
    const title = view.find('campaigns', 'campaign_code', campaign)?.['title'];
    return { partner_code: text(link), campaign_code: text(campaign), campaign_title: text(title) };
  };
  const clickMarks = (row: Raw | undefined): Raw => ({
    ...Object.fromEntries([...MARKS, ...TRACKS].map((name) => [name, text(row?.[name])])),
    referrer_domain: row?.['referrer'] ? new URL(text(row['referrer'])).hostname : '',
  });
  const ofTraffic = (row: Raw, at: Cell | undefined, counts: Event['counts']): Event => ({
    at: day(at),
    marks: {
      country: text(row['country']),
      client_platform: text(row['platform']),
      ...linkMarks(row['link_code']),
      ...clickMarks(row),
    },
    counts,
  });
  const ofClient = (client: Raw, at: Cell | undefined, counts: Event['counts']): Event => {
    const click = view.find('clicks', 'click_id', client['click_id']);
    return {
      at: day(at),
      marks: {
        country: text(client['country']),
        client_platform: text(client['platform']),
        ...linkMarks(client['link_code']),
        ...clickMarks(click && view.ownsLink(click) ? click : undefined),
      },
      counts,
    };
  };
  const clients = t('clients').filter(view.ownsLink);
  const firstOf = (rows: readonly Raw[], at: string): Cell | undefined =>
    rows.map((row) => row[at] as Date).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const first = (table: string, at: string, isTrial: boolean, name: string): Event[] => {
    const rows = t(table).filter((row) => view.isTrial(row['client_account']) === isTrial);
    return [...groupInto(rows, (row) => text(view.clientOf(row['client_account'])?.['client_uid']))].flatMap(
      ([uid, own]) => {
        const client = clients.find((candidate) => candidate['client_uid'] === uid);
        return client ? [ofClient(client, firstOf(own, at), { [name]: ONE })] : [];
      },
    );
  };
  const each = (table: string, make: (row: Raw, client: Raw) => Event): Event[] =>
    t(table).flatMap((row) => {
      const client = view.clientOf(row['client_account']);
      const isMine = client && view.ownsLink(client) && !view.isTrial(row['client_account']);
      return isMine ? [make(row, client)] : [];
    });
  return [
    ...t('impressions')
      .filter(view.ownsLink)
      .map((row) => ofTraffic(row, row['shown_on'], { impression_count: number(row['impression_count']) })),
    ...t('clicks')
      .filter(view.ownsLink)
      .map((row) => ofTraffic(row, row['clicked_at'], { click_count: ONE })),
    ...t('spend')
      .filter(view.ownsLink)
      .map((row) =>
        ofTraffic(row, row['spent_on'], { [`spend_${text(row['channel'])}`]: number(row['amount_usd']) }),
      ),
    ...clients.map((client) => ofClient(client, client['registered_at'], { registration_count: ONE })),
    ...clients.flatMap((client) => {
      const passed = t('kyc').filter(
        (row) => row['client_uid'] === client['client_uid'] && row['result'] === 'passed',
      );
      return passed.length === 0
        ? []
        : [ofClient(client, firstOf(passed, 'checked_at'), { kyc_passed: ONE })];
    }),
    ...each('deposits', (row, client) =>
      ofClient(client, row['deposited_at'], { deposit_count: ONE, deposit_usd: number(row['amount_usd']) }),
    ),
    ...first('deposits', 'deposited_at', false, 'first_deposit_count'),
    ...first('orders', 'closed_at', false, 'trade_starting_real_count'),
    ...first('orders', 'closed_at', true, 'trade_starting_trial_count'),
    ...each('orders', (row, client) =>
      ofClient(client, row['closed_at'], {
        volume_lots: number(row['volume_lots']),
        volume_mln_usd: number(row['volume_mln_usd']),
        reward_usd: number(row['reward_usd']),
      }),
    ),
  ];
}

function timeOf(at: string, unit: string): string | undefined {
  switch (unit) {
    case 'day':
      return at;
    case 'week': {
      const date = new Date(at);
      date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
      const start = Date.UTC(date.getUTCFullYear(), 0, 1);
      const week = Math.ceil(((date.getTime() - start) / 86_400_000 + 1) / 7);
      return `${date.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
    }
    case 'month':
      return at.slice(0, 7);
    case 'year':
      return at.slice(0, 4);
    default:
      return undefined;
  }
}

interface Groups {
  readonly groups: readonly { readonly values: string[]; readonly events: readonly Event[] }[];
  readonly events: readonly Event[];
}

/** What a report does not tell makes no row in it either. */
function group(view: View, query: Query, today: string, without: readonly string[]): Groups {
  const { group_by, date_from, date_to, ...filters } = query;
  const to = (date_to ?? today) as string;
  const from = (date_from ?? `${to.slice(0, 7)}-01`) as string;
  const names = (group_by ?? ['day']) as string[];
  const events = view.events.filter(
    ({ at, marks, counts }) =>
      at >= from && at <= to && keeps(marks as ModelRow, filters) && !without.some((name) => name in counts),
  );
  const valuesOf = ({ at, marks }: Event): string[] =>
    names.map((name) => timeOf(at, name) ?? text(marks[name]));
  const groups = groupInto(events, (event) => JSON.stringify(valuesOf(event)));
  return {
    groups: [...groups].map(([key, events]) => ({ values: JSON.parse(key) as string[], events })),
    events,
  };
}

const total = (events: readonly Event[], name: string): Decimal =>
  sum(events.map(({ counts }) => counts[name]));
const whole = (events: readonly Event[], name: string): Decimal => total(events, name).round(0, 'half-away');

function performanceNumbers(events: readonly Event[]): ModelRow {
  const [clicks, shown] = [total(events, 'click_count'), total(events, 'impression_count')];
  const [registered, started] = [total(events, 'registration_count'), total(events, 'first_deposit_count')];
  const [web, app] = [total(events, 'spend_web'), total(events, 'spend_app')];
  const [spend, reward] = [web.plus(app), total(events, 'reward_usd')];
  return {
    click_count: clicks,
    registration_count: registered,
    deposit_count: total(events, 'deposit_count'),
    deposit_usd: whole(events, 'deposit_usd'),
    first_deposit_count: started,
    trade_starting_count: total(events, 'trade_starting_real_count'),
    volume_mln_usd: total(events, 'volume_mln_usd'),
    reward_usd: reward,
    volume_lots: total(events, 'volume_lots'),
    conversion: new Ratio(registered, clicks),
    impression_count: shown,
    spend,
    spend_web: web,
    spend_app: app,
    ctr: new Ratio(clicks, shown),
    roi: new Ratio(reward.minus(spend), spend),
    cpc: new Ratio(spend, clicks),
    cpr: new Ratio(spend, registered),
    epc: new Ratio(reward, clicks),
    cftd: new Ratio(spend, started),
  };
}

const numbers = (events: readonly Event[], ...names: readonly string[]): ModelRow =>
  Object.fromEntries(names.map((name) => [name, total(events, name)]));

interface Answer {
  readonly rows: ModelRow[];
  readonly totals: ModelRow;
  /** Values by which rows are ordered but which they do not show. */
  readonly hidden?: readonly ModelRow[];
}

type Model = (view: View, query: Query, today: string, subject: string | number | undefined) => Answer;

/** Groups with an exact sum are ordered by it, though it is shown in whole units. */
const grouped =
  (
    without: readonly string[],
    rowOf: (events: readonly Event[]) => ModelRow,
    totalsOf: (events: readonly Event[]) => ModelRow,
  ): Model =>
  (view, query, today) => {
    const { groups, events } = group(view, query, today, without);
    const names = (query['group_by'] ?? ['day']) as string[];
    const rows = groups.map(({ values, events }) => ({ group_fields: values, ...rowOf(events) }));
    const hidden = groups.map(({ values, events }) => ({
      ...Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])),
      deposit_usd: total(events, 'deposit_usd'),
    }));
    return { rows, totals: { count: count(rows), ...totalsOf(events) }, hidden };
  };

const IB_COUNTS = ['click_count', 'registration_count', 'kyc_passed', 'first_deposit_count'];
const IB_STARTS = ['trade_starting_trial_count', 'trade_starting_real_count'];
const IB_SUMS = ['volume_mln_usd', 'volume_lots', 'reward_usd'];
const LABELS = ['fake', 'hijacked', 'invalid', 'other'];

const trafficQuality: Model = (view, query, _today, cohort) => {
  const { t } = view;
  const { group_by, filtered_share, ...filters } = query;
  const names = (group_by ?? ['country', 'media_source', 'platform']) as string[];
  const isInCohort = (at: Cell | undefined): boolean => day(at).slice(0, 7) === cohort;
  const place = (row: Raw): ModelRow => ({
    country: text(row['country']),
    media_source: text(row['media_source']),
    platform: text(row['platform']),
  });
  const isEligible = (row: Raw): boolean => {
    const campaign = view.find('links', 'link_code', row['link_code'])?.['campaign_code'] ?? null;
    const eligible = view.find('campaigns', 'campaign_code', campaign)?.['eligible_countries'] ?? null;
    return eligible === null || text(eligible).split(',').includes(text(row['country']));
  };
  const labelOf = (subject: string, id: Cell | undefined): Cell =>
    t('fraud_labels').find((row) => row['subject'] === subject && row['subject_id'] === id)?.['label'] ??
    null;
  const items = [
    ...t('clients')
      .filter((row) => view.ownsLink(row) && isInCohort(row['registered_at']))
      .map((client) => {
        const accounts = t('client_accounts').filter((row) => row['client_uid'] === client['client_uid']);
        const real = new Set(
          accounts.filter((row) => row['trial'] !== true).map((row) => row['client_account']),
        );
        const deposits = t('deposits')
          .filter((row) => real.has(row['client_account']))
          .map((row) => ({
            atMs: (row['deposited_at'] as Date).getTime(),
            amount: number(row['amount_usd']),
          }));
        const firstMs = Math.min(...deposits.map(({ atMs }) => atMs));
        const amount = sum(
          deposits.filter(({ atMs }) => atMs - firstMs <= 86_400_000).map(({ amount }) => amount),
        );
        const campaign = view.find('links', 'link_code', client['link_code'])?.['campaign_code'] ?? null;
        const needed = number(view.find('campaigns', 'campaign_code', campaign)?.['qualifying_deposit_usd']);
        return {
          is: 'registration',
          place: place(client),
          label: labelOf('registration', client['client_uid']),
          hasDeposit: deposits.length > 0,
          isQualified: deposits.length > 0 && amount.compare(needed) >= 0,
          isEligible: isEligible(client),
          reward: sum(
            accounts.flatMap((row) => view.ordersOf(row['client_account'])).map((row) => row['reward_usd']),
          ),
          spend: Decimal.ZERO,
        };
      }),
    ...t('installs')
      .filter((row) => view.ownsLink(row) && isInCohort(row['installed_at']))
      .map((row) => ({
        ...{
          is: 'install',
          hasDeposit: false,
          isQualified: false,
          reward: Decimal.ZERO,
          spend: Decimal.ZERO,
        },
        place: place(row),
        label: labelOf('install', row['install_id']),
        isEligible: isEligible(row),
      })),
    ...t('spend')
      .filter((row) => view.ownsLink(row) && isInCohort(row['spent_on']))
      .map((row) => ({
        ...{ is: 'spend', hasDeposit: false, isQualified: false, isEligible: true, label: null },
        place: place(row),
        reward: Decimal.ZERO,
        spend: number(row['amount_usd']),
      })),
  ];
  const kept = items.filter((item) => keeps(item.place, filters));
  const base = filtered_share === true ? kept : items;
  const groups = groupInto(kept, (item) => JSON.stringify(names.map((name) => item.place[name] ?? '')));
  const rows = [...groups].map(([key, members]) => {
    const values = JSON.parse(key) as string[];
    const named = (name: string): string => values[names.indexOf(name)] ?? '';
    const howMany = (name: string): number =>
      distinct(members.map(({ place }) => place[name] ?? '').filter((value) => value !== '')).length;
    const registered = members.filter(({ is }) => is === 'registration');
    const installed = members.filter(({ is }) => is === 'install');
    const isFraud = ({ label }: { label: Cell }): boolean => label !== null;
    const [reward, spend] = [
      sum(members.map(({ reward }) => reward)),
      sum(members.map(({ spend }) => spend)),
    ];
    const share = (some: readonly unknown[], all: readonly unknown[]): Ratio =>
      new Ratio(number(count(some)), number(count(all)), 'percent');
    const both = [...registered, ...installed];
    const isEligible = members.every((member) => member.isEligible);
    const profit = spend.isZero
      ? undefined
      : Number(reward.minus(spend).toString()) / Number(spend.toString());
    const fraud = both.length === 0 ? 0 : both.filter(isFraud).length / both.length;
    const notes = [
      ...(fraud >= 0.1 ? [{ name: 'high_fraud', severity: fraud >= 0.3 ? 'critical' : 'warning' }] : []),
      ...(profit !== undefined && profit < 0
        ? [{ name: 'low_roi', severity: profit <= -0.5 ? 'critical' : 'warning' }]
        : []),
      ...(profit !== undefined && profit >= 0.5 && fraud < 0.1 && isEligible
        ? [{ name: 'growth_opportunity', severity: 'info' }]
        : []),
    ];
    return {
      country: named('country'),
      media_source: named('media_source'),
      platform: named('platform'),
      roi: new Ratio(reward.minus(spend), spend, 'whole percent'),
      country_count: howMany('country'),
      platform_count: howMany('platform'),
      media_source_count: howMany('media_source'),
      fraud_rate_reg: share(registered.filter(isFraud), registered),
      installs_fraud_rate: share(installed.filter(isFraud), installed),
      fraud_rate: share(both.filter(isFraud), both),
      FTD_conversion_rate: share(
        registered.filter(({ hasDeposit }) => hasDeposit),
        registered,
      ),
      FTQ_conversion_rate: share(
        registered.filter(({ isQualified }) => isQualified),
        registered,
      ),
      quals_share: share(
        members.filter(({ isQualified }) => isQualified),
        base.filter(({ isQualified }) => isQualified),
      ),
      is_eligible_country: String(isEligible),
      fraud_details: Object.fromEntries(
        LABELS.map((name) => [
          `${name}_fraud_rate_reg`,
          share(
            registered.filter(({ label }) => label === name),
            registered,
          ),
        ]),
      ),
      notifications: notes
        .toSorted((a, b) => (a.severity === 'critical' ? 0 : 1) - (b.severity === 'critical' ? 0 : 1))
        .map(({ name, severity }) => `${name} ${severity}`),
    };
  });
  return { rows, totals: { count: count(rows) } };
};

const secondLevelAccounts: Model = (view, query) => {
  const { t, me } = view;
  const main = t('partner_accounts')
    .filter((row) => row['partner_uid'] === me)
    .toSorted((a, b) =>
      text(a['opened_on']) + text(a['partner_account']) < text(b['opened_on']) + text(b['partner_account'])
        ? -1
        : 1,
    )[0];
  const below = new Set(
    t('partners')
      .filter((row) => row['parent_uid'] === me)
      .map((row) => row['partner_uid']),
  );
  const rows = t('client_accounts')
    .flatMap((account): ModelRow[] => {
      const client = view.clientOf(account['client_account']);
      const link = view.find('links', 'link_code', client?.['link_code']);
      const subpartner = view.ownerOfLink(link?.['link_code']);
      if (!client || !below.has(subpartner ?? null) || account['trial'] === true) return [];
      const orders = view.ordersOf(account['client_account']);
      return [
        {
          id: createHash('sha256').update(text(account['client_account'])).digest().readUIntBE(0, 6),
          partner_account: text(main?.['partner_account']),
          partner_account_name: view.nameOf(main?.['partner_account']),
          partner_account_currency: text(main?.['currency']),
          subpartner_uid: text(subpartner),
          subpartner_account: text(link?.['partner_account']),
          client_uid: text(client['client_uid']),
          client_account: text(account['client_account']),
          client_country: text(client['country']),
          platform: text(account['platform']),
          client_account_created: day(account['opened_at']),
          client_account_last_trade:
            orders
              .map((order) => day(order['closed_at']))
              .toSorted()
              .at(-1) ?? null,
          volume_lots: sum(orders.map((order) => order['volume_lots'])),
          volume_mln_usd: sum(orders.map((order) => order['volume_mln_usd'])),
          reward: sum(orders.map((order) => order['parent_reward'])),
          reward_usd: sum(orders.map((order) => order['parent_reward_usd'])),
          comment: text(account['comment']),
        },
      ];
    })
    .filter((row) => keeps(row, query));
  const column = (name: string): Cell[] => rows.map((row) => row[name] ?? null);
  return {
    rows,
    totals: {
      count: count(rows),
      clients_count: count(distinct(column('client_uid'))),
      volume_mln_usd: sum(column('volume_mln_usd')),
      volume_lots: sum(column('volume_lots')),
      reward: sum(column('reward')),
      reward_usd: sum(column('reward_usd')),
      partner_account_currency: distinct(column('partner_account_currency')),
    },
  };
};

const orders: Model = (view, query, today) => {
  const { date_from, date_to, ...filters } = query;
  const shift = (from: string, days: number): string => day(new Date(Date.parse(from) + days * 86_400_000));
  const to = (date_to ?? (date_from === undefined ? today : shift(date_from as string, 31))) as string;
  const from = (date_from ?? shift(to, -31)) as string;
  const rows = view
    .t('orders')
    .filter((order) => view.ownsAccount(order) && !view.isTrial(order['client_account']))
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

const sharedAccounts: Model = (view, query) => {
  const rows = view
    .t('shares')
    .filter((share) => share['agent_uid'] === view.me && !view.isTrial(share['client_account']))
    .map((share): ModelRow => {
      const account = view.find('client_accounts', 'client_account', share['client_account']);
      const client = view.clientOf(share['client_account']);
      const link = view.find('links', 'link_code', client?.['link_code']);
      const all = view.ordersOf(share['client_account']);
      const shared = all.filter((order) => {
        const closed = day(order['closed_at']);
        return (
          closed >= day(share['shared_from']) && (!share['shared_to'] || closed <= day(share['shared_to']))
        );
      });
      const reward = sum(shared.map((order) => order['reward_usd']));
      return {
        link_code: text(client?.['link_code']),
        country: text(client?.['country']),
        client_account: text(share['client_account']),
        client_uid: text(client?.['client_uid']),
        client_account_type: text(account?.['account_type']),
        partner_account: text(link?.['partner_account']),
        reg_date: day(client?.['registered_at']),
        trade_fn: all.map((order) => day(order['closed_at'])).toSorted()[0] ?? null,
        volume_lots: sum(shared.map((order) => order['volume_lots'])),
        volume_mln_usd: sum(shared.map((order) => order['volume_mln_usd'])),
        agent_commission_usd: reward
          .times(number(share['percent']))
          .dividedBy(Decimal.of(100n), 8, 'half-away'),
      };
    })
    .filter((row) => keeps(row, query));
  return {
    rows,
    totals: {
      count: count(rows),
      client_uid_count: count(distinct(rows.map((row) => row['client_uid'] ?? null))),
      volume_lots: sum(rows.map((row) => row['volume_lots'])),
      volume_mln_usd: sum(rows.map((row) => row['volume_mln_usd'])),
      agent_commission_usd: sum(rows.map((row) => row['agent_commission_usd'])),
    },
  };
};

const credited =
  (level: 2 | undefined, shape: (row: Raw, view: View) => ModelRow): Model =>
  (view, query) => {
    const raw = view
      .t('credited_rewards')
      .filter((row) => row['partner_uid'] === view.me && (level === undefined || row['level'] === level))
      .map((row) => ({ ...row, partner_account_name: view.nameOf(row['partner_account']) }))
      .filter((row) => keeps(row, query, { commission: 'reward', commission_usd: 'reward_usd' }));
    const sums = (name: string): Decimal => sum(raw.map((row: Raw) => row[name]));
    return {
      rows: raw.map((row) => shape(row, view)),
      hidden: raw,
      totals: {
        count: count(raw),
        orders_count: sums('orders_count'),
        volume_mln_usd: sums('volume_mln_usd'),
        volume_lots: sums('volume_lots'),
        reward: sums('reward'),
        reward_usd: sums('reward_usd'),
        currency: distinct(raw.map((row: Raw) => row['currency'] ?? null)),
      },
    };
  };

const only = (row: Raw, names: string): ModelRow =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, row[name] ?? null]));

export const MODELS: Readonly<Record<string, Model>> = {
  performance: grouped(['kyc_passed', 'trade_starting_trial_count'], performanceNumbers, performanceNumbers),
  ib_performance: grouped(
    ['impression_count', 'spend_web', 'spend_app'],
    (events) => numbers(events, ...IB_COUNTS, ...IB_STARTS, ...IB_SUMS),
    (events) => ({
      ...numbers(events, ...IB_COUNTS),
      deposit_usd: whole(events, 'deposit_usd'),
      ...numbers(events, ...IB_STARTS.toReversed(), ...IB_SUMS),
    }),
  ),
  advanced_tqi: trafficQuality,
  second_level_accounts: secondLevelAccounts,
  second_level_rewards: credited(2, (row) => ({
    ...only(
      row,
      `client_account client_account_type client_uid country platform currency link_code partner_account
      partner_account_name subpartner_account orders_count reward reward_usd volume_lots volume_mln_usd`,
    ),
    reward_date: `${day(row['reward_date'])}T00:00:00.000Z`,
  })),
  orders,
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
    const change = view.find('tier_changes', 'compensation_id', id ?? null);
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
    reward_order: String(row['reward_order'] as number),
    ...only(
      row,
      `partner_account_name client_account link_code volume_lots volume_mln_usd reward reward_usd orders_count`,
    ),
  })),
};
