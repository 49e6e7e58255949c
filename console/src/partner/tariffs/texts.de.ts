import { Big } from 'big.js';
import { formatDay, type Translation } from '../../shared/text/index.ts';
import { codeName } from '../names-texts.de.ts';
import type { texts as english } from './texts.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const plain = (value: Fact[string] | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? new Big(value).toFixed() : '';

function pays(fact: Fact): string {
  const formula = codeName(String(fact['formula_code']));
  switch (fact['formula_code']) {
    case 'formula_forex':
      return `${plain(fact['reward_size'])} ${String(fact['reward_size_currency'])} je Lot`;
    case 'formula_classic':
    case 'formula_ecn':
      return `${formula}: ${plain(fact['rate_per_million'])} USD je Million`;
    case 'formula_cfd':
      return `${formula}: ${plain(fact['reward_percentage'])} % der Provision`;
    default:
      return `${formula}: ${plain(fact['reward_percentage'])} % des Spreads`;
  }
}

const validity = (fact: Fact): string =>
  typeof fact['valid_to'] === 'string'
    ? `${formatDay(String(fact['valid_from']))} bis ${formatDay(fact['valid_to'])}`
    : `ab ${formatDay(String(fact['valid_from']))}`;

const missing = {
  title: 'Diesen Tarif gibt es nicht',
  text: 'Er existiert nicht, oder er wurde zurückgezogen.',
  back: 'Alle Tarife anzeigen',
};

export const texts: Translation<typeof english> = {
  list: {
    title: 'Tarife',
    description:
      'Welche Formel und welche Sätze ein Auftrag erhält. Der Tarif, der am meisten nennt, gilt zuerst.',
    create: 'Neuer Tarif',
    empty: {
      title: 'Noch kein Tarif',
      text: 'Ein Tarif sagt, was ein Auftrag einbringt: für einen Partner, eine Kontoart und ein Symbol, oder für alle.',
    },
    unmatched: {
      title: 'An diesem Tag gilt kein Tarif',
      text: 'Wählen Sie einen anderen Tag oder Partner.',
    },
  },
  partner: 'Partner',
  everyPartner: 'Eine ganze UID, oder *',
  day: 'Gültig am',
  always: 'Alle Tage',
  every: (value) => (value === '*' ? 'Alle' : value),
  pays,
  version: (fact) => `${pays(fact)}, ${validity(fact)}`,
  columns: {
    partner: 'Partner',
    type: 'Kontoart',
    symbol: 'Symbol',
    pays: 'Zahlt',
    level: 'Ebene',
    state: 'Zustand',
    from: 'Erster Tag',
    to: 'Letzter Tag',
  },
  missing,
  detail: { title: 'Tarif', edit: 'Ändern' },
  editor: {
    newTitle: 'Neuer Tarif',
    perLot: (currency) => `${currency} je Lot`.trim(),
    kind: 'Tarif ändern',
    missing,
    about:
      'Eine zweite Person bestätigt es. Mit einem anderen ersten Tag ist es ein neuer Tarif, und der alte bleibt.',
    replaces: 'Er hat den Schlüssel eines gespeicherten Tarifs und ersetzt ihn auch für vergangene Tage.',
    month: 'Monat',
    preview: 'Vorschau: was er gezahlt hätte',
  },
};
