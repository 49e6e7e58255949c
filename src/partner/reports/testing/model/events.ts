import { Decimal } from '../../../../kernel/index.ts';
import { day, groupInto, number, text, type Cell, type Raw } from './cells.ts';
import type { View } from './view.ts';

export interface Event {
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

const clickMarks = (row: Raw | undefined): Raw => ({
  ...Object.fromEntries([...MARKS, ...TRACKS].map((name) => [name, text(row?.[name])])),
  referrer_domain: row?.['referrer'] ? new URL(text(row['referrer'])).hostname : '',
});

const firstOf = (rows: readonly Raw[], at: string): Cell | undefined =>
  rows.map((row) => row[at] as Date).toSorted((a, b) => a.getTime() - b.getTime())[0];

export function eventsOf(view: View): Event[] {
  const { t } = view;
  const linkMarks = (link: Cell | undefined): Raw => {
    const campaign = view.find('links', 'link_code', link)?.['campaign_code'] ?? null;
    const title = view.find('campaigns', 'campaign_code', campaign)?.['title'];
    return { partner_code: text(link), campaign_code: text(campaign), campaign_title: text(title) };
  };
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

export function timeOf(at: string, unit: string): string | undefined {
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
