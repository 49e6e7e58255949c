import { formatList, plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Auszahlungen aus einer Datei',
  about: 'Der Server prüft jede Zeile, bevor eine davon angefordert werden kann.',
  file: 'CSV-Datei',
  aboutFile: (columns) =>
    `Die erste Zeile nennt die Spalten: ${formatList(columns)}. Ein Ziel ist ein gespeichertes, oder eine Adresse mit ihrem Netzwerk und, wo es eines braucht, ihrem Tag oder Memo. Beträge haben einen Dezimalpunkt.`,
  choose: 'Datei wählen',
  template: 'Beispiel herunterladen',
  example: 'withdrawals.csv',
  faults: {
    empty: 'Die Datei hat keine Zeile.',
    many: (most) => `Die Datei hat mehr als ${most} Zeilen.`,
    missing: (columns) => `Die Spalte ${formatList(columns)} fehlt.`,
    unknown: (columns) => `${formatList(columns)} ist keine Spalte dieser Datei.`,
    doubled: (columns) => `Die Spalte ${formatList(columns)} kommt zweimal vor.`,
    cells: (line) => `Zeile ${line} hat eine andere Zahl von Zellen als die erste.`,
    twice: (reference) => `Die Referenz ${reference} kommt zweimal vor.`,
    amount: 'Der Betrag ist keine Zahl wie 1250.50.',
    bank: 'Ein Bankkonto hat weder Netzwerk noch Tag.',
  },
  columns: {
    line: 'Zeile',
    amount: 'Betrag',
    destination: 'Ziel',
    network: 'Netzwerk',
    tag: 'Tag',
    venue: 'Börse',
    reference: 'Referenz',
    result: 'Ergebnis',
  },
  lines: 'Zeilen',
  states: {
    waiting: 'Noch nicht geprüft',
    busy: 'In Arbeit',
    passed: 'Bestanden',
    requested: 'Angefordert',
    failed: 'Gescheitert',
  },
  check: (count) => `${plural(count, 'Zeile', 'Zeilen')} prüfen`,
  request: (count) => `${plural(count, 'Auszahlung', 'Auszahlungen')} anfordern`,
  aboutRequest:
    'Eine gescheiterte Zeile kann noch einmal gesendet werden: Dieselbe Referenz zahlt nie zweimal.',
  done: (count) => `${plural(count, 'Auszahlung', 'Auszahlungen')} angefordert.`,
  show: 'Auszahlungen anzeigen',
};
