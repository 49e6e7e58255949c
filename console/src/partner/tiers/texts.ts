import { formatDay, plural } from '../../shared/text/index.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const rise = (fact: Fact): string =>
  `${String(fact['old_tier_group_id'])} → ${String(fact['new_tier_group_id'])}`;

export const texts = {
  list: {
    title: 'Tier changes',
    description: 'Partners who rise to a better tier. The orders of a past period are topped up.',
    create: 'New tier change',
    empty: {
      title: 'No tier change yet',
      text: 'When a partner rises to a better tier, the orders of a past period can be topped up to the new reward.',
    },
    unmatched: { title: 'No tier change of this partner', text: 'Type a whole uid, such as P1001.' },
  },
  views: { label: 'Changes or levels', changes: 'Changes', levels: 'Levels' },
  partner: 'Partner',
  rise,
  version: (fact: Fact) => `Tier ${rise(fact)}, paid on ${formatDay(String(fact['payment_date']))}`,
  columns: {
    partner: 'Partner',
    tiers: 'Tiers',
    id: 'Compensation',
    state: 'State',
    from: 'Period from',
    to: 'Period to',
    paid: 'Paid on',
  },
  detail: {
    title: (id: string) => `Compensation ${id}`,
    missing: { title: 'There is no such tier change', text: 'It does not exist, or it was withdrawn.' },
  },
  create: {
    title: 'New tier change',
    about:
      'The new reward size is that of the tariff on the day of payment: confirm that tariff first. A second person confirms the change.',
    preview: 'See what it would pay',
  },
  preview: {
    title: 'It would pay',
    usd: (amount: string) => `${amount} USD`,
    orders: (count: number) => `${plural(count, 'order', 'orders')} would be topped up.`,
    columns: { partner: 'Partner', id: 'Compensation', orders: 'Orders', due: 'USD' },
  },
} as const;
