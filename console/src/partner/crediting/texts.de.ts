import { formatDay, formatTime, plural, type Translation } from '../../shared/text/index.ts';
import { kindName } from '../names-texts.de.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Gutschrift',
    description:
      'Was Partnern gutgeschrieben wurde. Spätere Änderungen abgerechneter Tage werden Korrekturen.',
    create: 'Prämien gutschreiben',
    empty: {
      title: 'Noch nichts gutgeschrieben',
      text: 'Eine Abrechnung schreibt Partnern gut, was sie bis zu einem abgeschlossenen Tag verdient haben.',
    },
    unmatched: { title: 'Keine Abrechnung dieser Art', text: 'Wählen Sie eine andere Art.' },
  },
  kind: 'Art',
  allKinds: 'Alle Arten',
  kindName,
  days: (first, last) => (first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`),
  columns: {
    number: 'Abrechnung',
    kind: 'Art',
    days: 'Tage',
    rows: 'Zeilen',
    reward: 'Gutgeschrieben, USD',
    at: 'Wann',
  },
  partners: {
    title: 'Nach Partner',
    columns: { partner: 'Partner' },
    others: (count) => `und ${plural(count, 'weiterer Partner', 'weitere Partner')} mit weniger`,
  },
  detail: {
    title: (number) => `Abrechnung ${number}`,
    missing: { title: 'Diese Abrechnung gibt es nicht', text: 'Wählen Sie eine aus der Liste.' },
    facts: {
      kind: 'Art',
      days: 'Tage',
      rows: 'Zeilen in Berichten',
      reward: 'Gutgeschrieben',
      at: 'Wann',
      batch: 'Lieferung',
    },
    usd: (amount) => `${amount} USD`,
    causes: 'Warum',
    aboutCauses: 'Die Lieferungen, die diese Tage nach der Gutschrift geändert haben.',
    cause: (number, kind) => `Lieferung ${number}: ${kind}`,
    void: (number, voided) => `Lieferung ${number}: Storno der Lieferung ${voided}`,
    sent: (actor, at) => `${actor}, ${formatTime(at)}`,
  },
  run: {
    title: 'Prämien gutschreiben',
    about:
      'Schreibt gut, was Partner bis zu einem Tag verdient haben, und zahlt dann die fälligen Rabatte. Was schon gutgeschrieben ist, wird nicht noch einmal gutgeschrieben.',
    through: 'Bis einschließlich',
    aboutThrough: 'Der letzte Tag der Gutschrift. Er muss vorbei sein (UTC).',
    preview: 'Vorschau der Gutschrift',
    would: { title: 'Gutgeschrieben würde', nothing: 'Nichts: Bis zu diesem Tag ist alles gutgeschrieben.' },
    did: { title: 'Gutgeschrieben', nothing: 'Es gab nichts mehr gutzuschreiben.' },
    submit: 'Gutschreiben',
    ask: (day) => `Alles bis ${formatDay(day)} auf die Konten gutschreiben?`,
    confirm: 'Prämien gutschreiben',
    decline: 'Nicht jetzt',
    done: (day) => `Bis ${formatDay(day)} ist alles gutgeschrieben.`,
    usd: (amount) => `${amount} USD`,
    showAll: 'Alle Abrechnungen anzeigen',
  },
};
