import { formatDay, plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const rise = (fact: Fact): string =>
  `${String(fact['old_tier_group_id'])} → ${String(fact['new_tier_group_id'])}`;

export const texts: Translation<typeof english> = {
  list: {
    title: 'Stufenwechsel',
    description:
      'Partner, die in eine bessere Stufe aufsteigen. Die Aufträge eines vergangenen Zeitraums werden aufgestockt.',
    create: 'Neuer Stufenwechsel',
    empty: {
      title: 'Noch kein Stufenwechsel',
      text: 'Steigt ein Partner in eine bessere Stufe auf, können die Aufträge eines vergangenen Zeitraums auf die neue Prämie aufgestockt werden.',
    },
    unmatched: {
      title: 'Kein Stufenwechsel dieses Partners',
      text: 'Geben Sie eine ganze UID ein, etwa P1001.',
    },
  },
  views: { label: 'Wechsel oder Schwellen', changes: 'Wechsel', levels: 'Schwellen' },
  partner: 'Partner',
  rise,
  version: (fact) => `Stufe ${rise(fact)}, gezahlt am ${formatDay(String(fact['payment_date']))}`,
  columns: {
    partner: 'Partner',
    tiers: 'Stufen',
    id: 'Ausgleich',
    state: 'Zustand',
    from: 'Zeitraum von',
    to: 'Zeitraum bis',
    paid: 'Gezahlt am',
  },
  detail: {
    title: (id) => `Ausgleich ${id}`,
    missing: {
      title: 'Diesen Stufenwechsel gibt es nicht',
      text: 'Er existiert nicht, oder er wurde zurückgezogen.',
    },
  },
  create: {
    title: 'Neuer Stufenwechsel',
    about:
      'Die neue Prämienhöhe ist die des Tarifs am Zahltag: Bestätigen Sie diesen Tarif zuerst. Eine zweite Person bestätigt den Wechsel.',
    preview: 'Vorschau der Zahlung',
  },
  preview: {
    title: 'Gezahlt würden',
    usd: (amount) => `${amount} USD`,
    orders: (count) => `${plural(count, 'Auftrag würde', 'Aufträge würden')} aufgestockt.`,
    columns: { partner: 'Partner', id: 'Ausgleich', orders: 'Aufträge', due: 'USD' },
  },
};
