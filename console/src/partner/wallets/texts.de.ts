import { plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Konten',
    description: 'Die Konten, auf die Sie bezahlt werden und von denen Rabatte gezahlt werden.',
    empty: {
      title: 'Noch kein Konto',
      text: 'Ihr Manager eröffnet das erste Konto. Darauf werden Prämien gutgeschrieben.',
    },
  },
  columns: {
    name: 'Name',
    account: 'Konto',
    type: 'Art',
    balance: 'Guthaben',
    reserved: 'Für Rabatte reserviert',
    available: 'Verfügbar',
  },
  types: { reward: 'Prämien', rebate: 'Rabatte', payout: 'Auszahlungen' },
  detail: {
    kind: 'Konto',
    missing: {
      title: 'Dieses Konto gibt es nicht',
      text: 'Es existiert nicht, oder es ist kein Konto dieses Partners.',
      back: 'Alle Konten anzeigen',
    },
    copy: 'Kontonummer',
    balance: 'Guthaben',
    reserved: 'Für Rabatte reserviert',
    available: 'Verfügbar',
    type: 'Art',
    rename: 'Umbenennen',
    newName: 'Neuer Name',
    save: 'Speichern',
    discard: 'Verwerfen',
  },
  ledger: {
    title: 'Buchungen',
    description: 'Jede Buchung mit ihrem Grund und dem Guthaben danach, neueste zuerst.',
    none: 'Noch wurde nichts gebucht. Gutschriften buchen hier Prämien.',
    filter: 'Art der Buchung',
    all: 'Alle Buchungen',
    kinds: {
      reward: 'Prämien',
      adjustment: 'Korrekturen',
      second_level_reward: 'Prämien der zweiten Ebene',
      commission: 'Provisionen',
      progress: 'Aufstiegsprämien',
      rebate: 'Rabatte',
      disbursement: 'Ausschüttungen',
      return: 'Zurückgekommene Ausschüttungen',
      clawback: 'Rückforderungen',
      bonus: 'Boni',
      write_off: 'Ausbuchungen',
    },
    columns: { day: 'Gebucht', kind: 'Art', reason: 'Grund', amount: 'Betrag', balance: 'Guthaben' },
  },
  statement: {
    title: 'Kontoauszug',
    description:
      'Alle Buchungen eines Monats, als PDF für Ihre Unterlagen oder als CSV für eigene Werkzeuge.',
    month: 'Monat',
    opening: 'Anfangsguthaben',
    entries: 'Buchungen',
    count: (count) => plural(count, 'Buchung', 'Buchungen'),
    sum: 'Veränderung',
    closing: 'Endguthaben',
    pdf: 'PDF herunterladen',
    csv: 'CSV herunterladen',
    file: (account, month, format) => `kontoauszug-${account.replaceAll(/[^\w-]/g, '-')}-${month}.${format}`,
  },
};
