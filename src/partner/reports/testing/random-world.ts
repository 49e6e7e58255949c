import { TIER_MEASURES } from '../../facts/kinds/index.ts';
import type { FactRow } from '../../testing/facts.ts';
import { Dice, type World } from './world.ts';

const PARTNERS = ['P0', 'P1', 'P2', 'P3', 'P4'];
const PARENTS: Readonly<Record<string, string>> = { P1: 'P0', P2: 'P0', P3: 'P1' };
const COUNTRIES = ['PT', 'ES', 'DE'];
const PLATFORMS = ['web', 'ios'];
const SOURCES = ['google', 'telegram'];
const TYPES = ['standard', 'pro'];
export const SYMBOLS: readonly string[] = ['EURUSD', 'XAUUSD', 'GBPUSD', 'US500', 'BTCUSD'];
const FIRST_DAY_MS = Date.parse('2023-12-20');
const SPAN_MS = 165 * 86_400_000;

/** The first accounts have fewer digits than the second ones: a comparison as text would put them last. */
export const partnerAccount = (index: number): string => String(9_995 + index);

const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** A small program over half a year, with everything that reports tell apart, and with values missing here and there. */
export function randomWorld(seed: number): World {
  const dice = new Dice(seed);
  const moment = (): string => new Date(FIRST_DAY_MS + dice.below(SPAN_MS / 1000) * 1000).toISOString();
  const day = (): string => moment().slice(0, 10);
  const cents = (below: number): string => (dice.below(below * 100) / 100).toFixed(2);
  const marks = (): FactRow => ({
    country: dice.maybe(80, dice.pick(COUNTRIES)),
    platform: dice.maybe(80, dice.pick(PLATFORMS)),
    click_url: dice.maybe(50, `https://broker.example/${dice.below(2)}`),
    referrer: dice.maybe(60, `https://${dice.pick(['news', 'blog'])}.example/${dice.below(3)}`),
    utm_source: dice.maybe(60, dice.pick(SOURCES)),
    utm_medium: dice.maybe(60, dice.pick(['cpc', 'email'])),
    utm_campaign: dice.maybe(60, dice.pick(['a', 'b'])),
    utm_term: dice.maybe(30, 'gold'),
    utm_content: dice.maybe(30, dice.pick(['x', 'y'])),
    track1: dice.maybe(50, dice.pick(['t1', 't2'])),
    track5: dice.maybe(20, 'late'),
  });

  const accounts = list(8, (i) => ({
    partner_account: partnerAccount(i),
    partner_uid: PARTNERS[i % 5] as string,
    currency: dice.pick(['USD', 'EUR', 'JPY']),
    account_name: i < 5 ? 'Main' : 'Second',
    opened_on: '2023-01-02',
  }));
  const campaigns = [
    { campaign_code: 'spring', title: 'Spring', qualifying_deposit_usd: '100' },
    { campaign_code: 'autumn', title: 'Autumn', eligible_countries: 'PT,ES' },
    { campaign_code: 'spring-2', title: 'Spring' },
  ];
  const links = list(14, (i) => ({
    link_code: `L${i}`,
    partner_account: partnerAccount(i % 8),
    campaign_code: dice.maybe(75, dice.pick(campaigns).campaign_code),
  }));
  const linkCode = (): string => dice.pick(links).link_code;
  const clicks = list(260, (i) => ({
    click_id: `k${i}`,
    link_code: linkCode(),
    clicked_at: moment(),
    ...marks(),
  }));
  const clients = list(150, (i) => ({
    client_uid: `u${i}`,
    link_code: linkCode(),
    click_id: dice.maybe(70, dice.pick(clicks).click_id),
    registered_at: moment(),
    country: dice.pick(COUNTRIES),
    platform: dice.pick(PLATFORMS),
    media_source: dice.maybe(70, dice.pick(SOURCES)),
  }));
  const clientAccounts = list(220, (i) => ({
    client_account: `9${String(i).padStart(3, '0')}`,
    client_uid: dice.pick(clients).client_uid,
    account_type: dice.pick(TYPES),
    platform: dice.pick(['mt4', 'mt5']),
    trial: dice.pick([true, false, false, false, null]),
    opened_at: moment(),
    comment: dice.maybe(30, dice.pick(['met at the Fair', 'VIP', 'fair play'])),
  }));
  const ownerOf = (number: string): string | undefined => {
    const uid = clientAccounts.find(({ client_account }) => client_account === number)?.client_uid;
    const code = clients.find(({ client_uid }) => client_uid === uid)?.link_code;
    const account = links.find(({ link_code }) => link_code === code)?.partner_account;
    return accounts.find(({ partner_account }) => partner_account === account)?.partner_uid;
  };
  const accountNumber = (): string => dice.pick(clientAccounts).client_account;
  const orders = list(900, (i) => {
    const closed = moment();
    return {
      server: dice.pick(['real-1', 'real-2']),
      ticket: 1000 + i,
      client_account: accountNumber(),
      symbol: dice.pick(SYMBOLS),
      opened_at: new Date(Date.parse(closed) - dice.below(86_400_000)).toISOString(),
      closed_at: closed,
      volume_lots: cents(5),
      volume_mln_usd: cents(2),
      open_spread: dice.maybe(70, cents(3)),
      close_spread: dice.maybe(70, cents(3)),
      carried_reward_usd: dice.maybe(50, cents(30)),
    };
  });
  return {
    partners: PARTNERS.map((partner_uid) => ({
      partner_uid,
      parent_uid: PARENTS[partner_uid] ?? null,
      ab_test: partner_uid === 'P2' ? true : null,
    })),
    'partner-accounts': accounts,
    campaigns,
    links,
    rates: [
      { currency: 'EUR', rate_date: '2023-01-01', per_usd: '0.9' },
      { currency: 'JPY', rate_date: '2024-02-01', per_usd: '150' },
    ],
    tariffs: PARTNERS.slice(0, 4).map((partner_uid) => ({
      partner_uid,
      account_type: 'standard',
      symbol: '*',
      valid_from: '2024-01-10',
      formula_code: 'formula_forex',
      reward_size: '7.77',
      reward_size_currency: 'EUR',
      level: 1,
      second_level_percent: '12.5',
    })),
    'tier-changes': list(4, (i) => ({
      compensation_id: 500 + i,
      partner_uid: PARTNERS[i % 3] as string,
      old_tier_group_id: 1,
      new_tier_group_id: 2,
      commission_percentage: '40',
      compensation_period_start: '2024-02-01T00:00:00Z',
      compensation_period_end: '2024-02-29T23:59:59.999Z',
      payment_date: `2024-03-0${i + 1}T00:00:00Z`,
    })),
    'tier-levels': list(18, (i) => ({
      tier_group_id: i % 6,
      valid_from: `2024-0${1 + Math.floor(i / 6) * 3}-01`,
      name: `Tier ${i}`,
      measure: TIER_MEASURES[i % 4] ?? null,
      threshold: String(10 * i),
      window_days: 1 + 8 * i,
    })),
    suspensions: [
      { partner_uid: 'P2', suspended_from: '2024-02-10', suspended_to: '2024-03-15' },
      { partner_uid: 'P4', suspended_from: '2024-03-01' },
    ],
    impressions: list(80, (i) => ({
      impression_id: `i${i}`,
      link_code: linkCode(),
      shown_on: day(),
      impression_count: 1 + dice.below(500),
      ...marks(),
    })),
    clicks,
    spend: list(90, (i) => ({
      spend_id: `s${i}`,
      link_code: linkCode(),
      spent_on: day(),
      channel: dice.pick(['web', 'app']),
      amount_usd: cents(50),
      media_source: dice.maybe(70, dice.pick(SOURCES)),
      ...marks(),
    })),
    installs: list(90, (i) => ({
      install_id: `n${i}`,
      link_code: linkCode(),
      installed_at: moment(),
      country: dice.pick(COUNTRIES),
      platform: dice.pick(PLATFORMS),
      media_source: dice.maybe(70, dice.pick(SOURCES)),
    })),
    clients,
    'client-accounts': clientAccounts,
    kyc: list(120, (i) => ({
      client_uid: `u${i % 100}`,
      checked_at: moment(),
      result: dice.pick(['passed', 'rejected']),
    })),
    deposits: list(300, (i) => ({
      deposit_id: `d${i}`,
      client_account: accountNumber(),
      deposited_at: moment(),
      amount_usd: `${dice.below(150)}.01`,
    })),
    shares: list(40, (i) => ({
      client_account: `9${String(i * 5).padStart(3, '0')}`,
      // With one of them few are shared, with the other many.
      agent_uid: dice.pick(['P1', 'P4', 'P4', 'P4']),
      percent: cents(40),
      shared_from: '2024-01-15',
      shared_to: dice.maybe(50, '2024-04-15'),
    })).filter(({ client_account, agent_uid }) => ownerOf(client_account) !== agent_uid),
    'fraud-labels': [
      ...list(25, (i) => label('registration', `u${i * 4}`, dice)),
      ...list(15, (i) => label('install', `n${i * 5}`, dice)),
    ],
    orders,
    credited_rewards: withCommissions(
      dice,
      list(160, (i) => {
        const partner_uid = dice.pick(PARTNERS);
        const account = dice.pick(accounts.filter((own) => own.partner_uid === partner_uid));
        const level = dice.pick([1, 2]);
        const rewardDay = day();
        return {
          id: i + 1,
          reward_order: 1 + dice.below(9),
          kind: dice.chance(20) ? 'adjustment' : level === 2 ? 'second_level_reward' : 'reward',
          agent_uid: null,
          level,
          partner_uid,
          partner_account: account.partner_account,
          currency: account.currency,
          subpartner_account: level === 2 ? dice.pick(accounts).partner_account : null,
          client_uid: `u${dice.below(20)}`,
          client_account: accountNumber(),
          client_account_type: dice.pick(TYPES),
          country: dice.pick(COUNTRIES),
          platform: dice.pick(['mt4', 'mt5']),
          link_code: linkCode(),
          reward_date: rewardDay,
          reward_datetime: `${rewardDay}T23:30:00`,
          orders_count: 1 + dice.below(9),
          volume_lots: cents(9),
          volume_mln_usd: cents(3),
          reward: `${dice.chance(10) ? '-' : ''}${cents(90)}`,
          reward_usd: cents(90),
        };
      }),
    ),
    progress_rewards: list(4, (i) => ({
      compensation_id: 500 + i,
      reward_order: i + 1,
      partner_uid: PARTNERS[i % 3] as string,
      partner_account: partnerAccount(i % 3),
      currency: 'USD',
      old_tier_group_id: 1,
      new_tier_group_id: 2,
      payment_date: `2024-03-0${i + 1} 00:00:00`,
      compensation_period_start: '2024-02-01 00:00:00',
      compensation_period_end: '2024-02-29 23:59:59.999',
      commission_percentage: '40',
      compensation_amount: cents(500),
      reward: cents(500),
    })),
    progress_reward_details: list(40, (i) => ({
      id: i + 1,
      reward_order: (i % 4) + 1,
      compensation_id: 500 + (i % 4),
      partner_uid: PARTNERS[(i % 4) % 3] as string,
      client_account: accountNumber(),
      account_type: dice.pick(TYPES),
      reward_date: moment().replace('Z', ''),
      server: 'real-1',
      order_id: 1000 + i,
      progress_reward_amount_usd: cents(20),
      initial_reward_usd: cents(30),
      initial_reward_size: '10',
      old_reward_size: '10',
      new_reward_size: '12.5',
    })),
    renamed_accounts: [{ partner_account: partnerAccount(0), account_name: 'Desk' }],
  };
}

const label = (subject: string, subject_id: string, dice: Dice): FactRow => ({
  subject,
  subject_id,
  label: dice.pick(['fake', 'hijacked', 'invalid', 'other']),
});

/** Some of the second-level rows, with a commission of the same partner for the same account and day. */
const withCommissions = (dice: Dice, rows: readonly FactRow[]): FactRow[] => [
  ...rows,
  ...rows
    .filter(({ level }) => level === 2 && dice.chance(40))
    .map((row, i) => ({
      ...row,
      id: rows.length + i + 1,
      kind: dice.pick(['commission', 'adjustment']),
      agent_uid: row['partner_uid'] ?? null,
      level: 1,
      subpartner_account: null,
      orders_count: 1 + dice.below(9),
    })),
];
