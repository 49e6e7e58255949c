import { Big } from 'big.js';
import { formatDay, labelOf } from '../../shared/text/index.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const every = (value: string): string => (value === '*' ? 'Every' : value);
const plain = (value: Fact[string] | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? new Big(value).toFixed() : '';

/** What the formula of a tariff pays, in short. */
function pays(fact: Fact): string {
  const formula = labelOf(String(fact['formula_code']));
  switch (fact['formula_code']) {
    case 'formula_forex':
      return `${plain(fact['reward_size'])} ${String(fact['reward_size_currency'])} a lot`;
    case 'formula_classic':
    case 'formula_ecn':
      return `${formula}: ${plain(fact['rate_per_million'])} USD a million`;
    case 'formula_cfd':
      return `${formula}: ${plain(fact['reward_percentage'])} % of the commission`;
    default:
      return `${formula}: ${plain(fact['reward_percentage'])} % of the spread`;
  }
}

const validity = (fact: Fact): string =>
  typeof fact['valid_to'] === 'string'
    ? `${formatDay(String(fact['valid_from']))} to ${formatDay(fact['valid_to'])}`
    : `from ${formatDay(String(fact['valid_from']))}`;

const missing = {
  title: 'There is no such tariff',
  text: 'It does not exist, or it was withdrawn.',
  back: 'Show all tariffs',
};

export const texts = {
  list: {
    title: 'Tariffs',
    description: 'Which formula and rates an order gets. The tariff that names most applies first.',
    create: 'New tariff',
    empty: {
      title: 'No tariff yet',
      text: 'A tariff says what an order earns: for a partner, an account type and a symbol, or for every one of them.',
    },
    unmatched: { title: 'No tariff is in force then', text: 'Choose another day or partner.' },
  },
  partner: 'Partner',
  everyPartner: 'A whole uid, or *',
  day: 'In force on',
  always: 'All days',
  every,
  pays,
  version: (fact: Fact) => `${pays(fact)}, ${validity(fact)}`,
  columns: {
    partner: 'Partner',
    type: 'Account type',
    symbol: 'Symbol',
    pays: 'Pays',
    level: 'Level',
    state: 'State',
    from: 'First day',
    to: 'Last day',
  },
  missing,
  detail: { title: 'Tariff', edit: 'Change it' },
  editor: {
    newTitle: 'New tariff',
    kind: 'Change a tariff',
    missing,
    about: 'A second person confirms it. With another first day it is a new tariff, and the old one stays.',
    replaces: 'It has the key of a stored tariff, and replaces it also for days that have passed.',
    perLot: (currency: string) => `${currency} a lot`.trim(),
    month: 'Month',
    preview: 'See what it would have paid',
  },
} as const;
