import { formatInteger, formatList, formatMonth, plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

const MOST_NAMED = 5;

const firstOf = (names: readonly string[]): readonly string[] =>
  names.length <= MOST_NAMED
    ? names
    : [...names.slice(0, MOST_NAMED), `${formatInteger(names.length - MOST_NAMED)} weitere`];

export const texts: Translation<typeof english> = {
  states: { past: 'Vergangen', present: 'Gültig', future: 'Künftig' },
  propose: {
    reason: 'Grund, für die zweite Person',
    submit: 'Vorschlagen',
    proposed: 'Vorgeschlagen. Ein anderer Manager bestätigt es.',
  },
  inputs: {
    every: { partner_uid: 'alle Partner', account_type: 'alle Kontotypen', symbol: 'alle Symbole' },
  },
  withdrawTerm: {
    about: 'Eine Kondition, die es nie hätte geben sollen, kann zurückgezogen werden.',
    aboutPaid:
      'Eine Kondition, die es nie hätte geben sollen, kann zurückgezogen werden. Abgerechnete Tage werden Korrekturen.',
    label: 'Rücknahme vorschlagen',
    question: 'Vorschlagen, dass sie zurückgezogen wird?',
    confirm: 'Vorschlagen',
  },
  history: {
    title: 'Verlauf',
    sent: 'Gesendet',
    withdrawn: 'Zurückgezogen',
    meta: (at, batch) => `${at}, Lieferung ${batch}`,
  },
  preview: {
    title: (month) => `Was im ${formatMonth(month)} gezahlt worden wäre`,
    about: (orders, trials) =>
      `Als hätte der Entwurf den ganzen Monat gegolten, über ${plural(orders, 'Auftrag', 'Aufträge')}, berechnet wie bei der Gutschrift.` +
      (trials === 0
        ? ''
        : ` ${plural(trials, 'Auftrag auf einem Demokonto bringt', 'Aufträge auf Demokonten bringen')} nichts ein.`),
    credited: 'Bisher gutgeschrieben, USD',
    earned: 'Nach heutigen Tarifen, USD',
    preview: 'Nach dem Entwurf, USD',
    difference: 'Unterschied, USD',
    why: {
      named: 'Von einem Tarif genannt',
      clients: 'Tarif für alle Partner',
      below: 'Prämien von Partnern darunter',
      shared: 'Provisionen geteilter Konten',
      noOthers: 'Kein anderer Partner verdient mehr oder weniger.',
      others: (partners, reasons) =>
        `Auch ${plural(partners.length, 'anderer Partner verdient', 'andere Partner verdienen')} mehr oder weniger: ${formatList(firstOf(partners))}. ` +
        `Gründe: ${formatList(reasons)}.`,
    },
    same: 'Kein Partner hätte mehr oder weniger verdient.',
    partners: 'Partner, deren Prämien sich ändern würden, in USD',
    columns: {
      partner: 'Partner',
      credited: 'Gutgeschrieben',
      earned: 'Heutige Tarife',
      preview: 'Entwurf',
      difference: 'Unterschied',
      why: 'Warum',
    },
  },
};
