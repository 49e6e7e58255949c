import {
  formatDay,
  formatInteger,
  formatList,
  labelOf,
  plural,
  sentenceOf,
} from '../../shared/text/index.ts';

const NAMES: Readonly<Record<string, string>> = {
  partner_uid: 'the partner',
  account_type: 'the account type',
  symbol: 'the symbol',
};

const ANY = '*';

const FACTORS: Readonly<Record<string, string>> = {
  bonus_k: 'Bonus coefficient',
  carried_reward_usd: 'Reward sent with the order',
  close_by_coef: 'Close-by coefficient',
  volume_lots: 'Volume',
  volume_mln_usd: 'Volume',
  reward_k: 'Reward coefficient',
  reward_size_rate: 'Rate of the reward size',
};

export const texts = {
  days: {
    title: 'Rewards',
    about:
      'What each day earned, and why: from a day to its orders, and to every factor of a reward. In USD: what the orders of your clients earn, and what was credited for the day, part by part and in all.',
    table: 'Days',
    since: (day: string) =>
      `Only the days since ${formatDay(day)} are listed. To see those before, choose a period that ends earlier.`,
    empty: {
      title: 'Nothing was earned in this period',
      text: 'When your clients or those of partners below you close orders, the days are listed here. Choose other dates to look further back.',
    },
    columns: {
      day: 'Day',
      lots: 'Lots',
      earned: 'Orders earn',
      parts: {
        reward_usd: 'First level',
        second_level_reward_usd: 'Second level',
        progress_reward_usd: 'Progress',
        commission_usd: 'Commissions',
        commission_paid_usd: 'Paid to agents',
        adjustment_usd: 'Adjustments',
      },
      credited: 'Credited',
    },
    progress: {
      title: 'Progress rewards',
      about: 'When you rise to a better tier, the orders of a past period are topped up.',
      table: 'Progress rewards',
      columns: { id: 'Compensation', paid: 'Paid', tiers: 'Tier', amount: 'Amount, USD' },
      tiers: (before: number, after: number) => `${before} to ${after}`,
    },
  },
  day: {
    title: (day: string) => formatDay(day),
    orders: {
      title: 'Orders',
      description: 'What your own clients closed on this day.',
      none: 'No order of your own clients was closed on this day.',
      columns: {
        order: 'Order',
        closed: 'Closed',
        symbol: 'Symbol',
        account: 'Account',
        lots: 'Lots',
        reward: 'Reward, USD',
      },
    },
    credited: {
      title: 'Credited for this day',
      description:
        'On both levels, with commissions and later adjustments. Open a row to see the orders behind it.',
      none: 'Nothing has been credited for this day yet.',
      columns: {
        id: 'Row',
        kind: 'Type',
        account: 'Account',
        payout: 'Payout',
        at: 'Credited',
        orders: 'Orders',
        reward: 'Reward',
        usd: 'USD',
      },
    },
  },
  back: 'All days',
  backTo: (day: string) => `All of ${formatDay(day)}`,
  unknown: 'Not known yet',
  none: '—',
  order: {
    title: (id: string) => `Order ${id}`,
    facts: {
      closed: 'Closed',
      opened: 'Opened',
      volume: 'Volume',
      lots: (lots: string, millions: string) => `${lots} lots, ${millions} mln USD`,
      type: 'Account type',
      formula: 'Formula',
      noFormula: 'No tariff applies. The reward, if any, was sent with the order.',
      batch: 'Last changed in delivery',
      state: 'Crediting',
      awaits:
        'The data of that day changed since its last crediting run. The next run credits the difference.',
    },
    kinds: {
      reward: 'Your reward',
      second_level_reward: 'Your second-level reward',
      commission: 'Your commission',
      commission_paid: 'Commission that you pay to the agent',
      progress_reward: 'Progress reward',
    } as Readonly<Record<string, string>>,
    into: (account: string) => `Into account ${account}`,
    compensation: (id: number) => `See all of progress reward ${id}`,
  },
  tariff: {
    title: 'Tariff',
    second: 'Tariff of the second level',
    for: 'For',
    scope: (partner: string, type: string, symbol: string) =>
      [
        partner === ANY ? 'every partner' : `partner ${partner}`,
        type === ANY ? 'every account type' : `account type ${type}`,
        symbol === ANY ? 'every symbol' : `symbol ${symbol}`,
      ].join(', '),
    valid: 'In force',
    since: (from: string, to: string | null) =>
      to === null ? `since ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`,
    formula: 'Formula',
    level: 'Level',
    chosen: 'Why this one',
    why: (names: readonly string[], others: number) => {
      const named =
        names.length === 0
          ? 'It is the general one'
          : `It names ${formatList(names.map((name) => NAMES[name] ?? name))}`;
      return others === 0
        ? `${named}, and no other was in force.`
        : `${named}; ${plural(others, 'other', 'others')} gave way.`;
    },
  },
  share: {
    title: 'Share',
    agent: 'Agent',
    percent: 'Percentage',
    days: 'Shared',
  },
  calculation: {
    usd: 'In USD',
    in: (currency: string) => `In ${currency}`,
    columns: { factor: 'Factor', value: 'Value', unit: 'Unit', source: 'From' },
    factor: (name: string) => FACTORS[name] ?? sentenceOf(name).replaceAll(' usd', ' USD'),
    missing: (name: string) => `${name} is not known yet. The amount follows once the program has sent it.`,
    divided: (numerator: string, denominator: string) => `${numerator} ÷ ${denominator}`,
    source: (fact: string, field: string, day: string | null) => {
      const named = `${sentenceOf(fact)}: ${labelOf(field).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
      return day === null ? named : `${named} of ${formatDay(day)}`;
    },
    product: 'Product',
    amount: 'Amount',
    rounding: (decimals: number) => `, rounded once to ${decimals} decimals, half away from zero`,
    agrees: 'Your browser multiplied these factors and got the same amount.',
    differs: (rounded: string) => `Your browser multiplied these factors and got ${rounded}.`,
  },
  payouts: {
    title: 'Credited',
    none: 'Not credited yet.',
    about: 'Each row has all orders of the account on that day.',
    columns: { payout: 'Payout', kind: 'Type', at: 'When', reward: 'Reward', usd: 'USD', row: 'Row' },
    kinds: { rewards: 'Rewards', adjustments: 'Adjustment', progress: 'Progress reward' } as Readonly<
      Record<string, string>
    >,
    row: (id: number) => `Row ${id}`,
  },
  credited: {
    title: (id: number) => `Credited reward ${id}`,
    kinds: {
      reward: 'Reward',
      second_level_reward: 'Second-level reward',
      commission: 'Commission',
      commission_paid: 'Commission paid to an agent',
      adjustment: 'Adjustment',
    } as Readonly<Record<string, string>>,
    facts: {
      client: 'Client',
      account: 'Partner account',
      below: 'Account of the partner below',
      agent: 'Agent',
      payout: 'Payout',
      at: 'Credited',
      state: 'Crediting',
    },
    adjustment: 'This row is an adjustment: the day was credited before, and its data changed since.',
    causes: {
      title: 'What changed',
      about:
        'Deliveries of data that changed the days of this payout since they were credited, newest first.',
      columns: { batch: 'Delivery', kind: 'Data', source: 'How', at: 'When' },
      voids: (batch: number) => `Takes back delivery ${batch}`,
    },
    sum: {
      title: 'How it adds up',
      terms: {
        orders: 'What the orders earn now',
        credited_before: 'Less what earlier rows credited',
        credited_later: 'Less what later rows credited',
        awaiting_crediting: 'Less what the next run will credit',
      } as Readonly<Record<string, string>>,
      total: 'This row',
    },
    conversion: 'How the commission of the day was converted',
    orders: {
      title: 'Orders behind it',
      about: (count: number) => plural(count, 'order', 'orders'),
      none: 'No order stands behind it any more.',
      columns: {
        order: 'Order',
        symbol: 'Symbol',
        closed: 'Closed',
        lots: 'Lots',
        usd: 'Earns now, USD',
        reward: (currency: string) => `Earns now, ${currency}`,
        batch: 'Delivery',
      },
      changed: (batch: number) => `${formatInteger(batch)}, changed`,
    },
    others: 'All rows for the same account and day',
  },
  progress: {
    title: (id: number) => `Progress reward ${id}`,
    about: (before: number, after: number) => `Top-up for rising from tier ${before} to tier ${after}`,
    facts: {
      period: 'Orders closed',
      range: (from: string, to: string) => `${formatDay(from)} to ${formatDay(to)}`,
      percentage: 'The new tier pays',
      ofBase: (percent: string) => `${percent} % of the base reward`,
      paid: 'Paid',
      amount: 'All orders together',
      usd: (amount: string) => `${amount} USD`,
    },
    payouts: 'Payouts',
    into: (account: string) => `Into account ${account}`,
    orders: {
      title: 'Orders',
      columns: {
        order: 'Order',
        account: 'Account',
        closed: 'Closed',
        how: 'Factors',
        amount: 'Top-up, USD',
      },
    },
  },
} as const;
