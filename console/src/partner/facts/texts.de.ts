import type { Translation } from '../../shared/text/index.ts';
import { kindName } from '../names-texts.de.ts';
import { sourceName } from './source-texts.de.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  units: {
    reward_size: 'je Lot',
    rate_per_million: 'USD je Million',
    reward_percentage: '%',
    second_level_percent: '%',
    commission_percentage: '%',
    percent: '%',
    clearing_days: 'Tage',
    window_days: 'Tage',
  },
  yes: 'Ja',
  no: 'Nein',
  list: {
    title: 'Daten',
    description:
      'Woraus alles berechnet wird. Jede Lieferung wurde ganz gespeichert und kann storniert werden.',
    create: 'Datei senden',
    empty: {
      title: 'Noch keine Lieferung',
      text: 'Senden Sie Partner, Kunden, Aufträge und Einzahlungen als CSV, XLSX oder Parquet. Berichte und Prämien folgen sofort.',
    },
    unmatched: { title: 'Keine Lieferung dieser Daten', text: 'Wählen Sie andere Daten.' },
  },
  kind: 'Daten',
  allKinds: 'Alle Daten',
  kindName,
  sourceOf: ({ source, file_name, voids }) => {
    if (file_name !== null) return file_name;
    return voids === null ? sourceName(source) : `Storno von ${voids}`;
  },
  columns: {
    number: 'Lieferung',
    kind: 'Daten',
    file: 'Aus',
    who: 'Wer',
    accepted: 'Neu',
    replaced: 'Ersetzt',
    withdrawn: 'Zurückgezogen',
    at: 'Wann',
  },
  batch: {
    title: (number) => `Lieferung ${number}`,
    missing: { title: 'Diese Lieferung gibt es nicht', text: 'Wählen Sie eine aus der Liste.' },
    facts: {
      kind: 'Daten',
      source: 'Aus',
      who: 'Wer',
      at: 'Wann',
      accepted: 'Neu',
      repeated: 'Schon gespeichert',
      replaced: 'Ersetzt',
      withdrawn: 'Zurückgezogen',
      voids: 'Storniert Lieferung',
      voidedBy: 'Storniert durch Lieferung',
    },
    voided: (by) => `Lieferung ${by} storniert sie. Senden Sie ihre Daten erneut, um sie wiederherzustellen.`,
    aboutVoid:
      'Danach sind alle Daten so, als wäre diese Lieferung nie gesendet worden. Prämien folgen, und schon abgerechnete Tage werden Korrekturen.',
    needsSecondPerson:
      'Solche Änderungen bestätigt eine zweite Person. Öffnen Sie, was entfernt werden soll, und schlagen Sie die Rücknahme vor.',
    propose: 'Suchen, was entfernt werden soll',
    reason: 'Grund, für das Protokoll',
    void: 'Lieferung stornieren',
    askVoid: 'Ihre Daten zurückziehen?',
    confirmVoid: 'Zurückziehen',
  },
  send: {
    title: 'Datei senden',
    about: 'Die Datei wird zuerst geprüft. Sie wird ganz gespeichert oder gar nicht.',
    kind: 'Daten',
    file: 'Datei',
    aboutFile: 'CSV, XLSX, Parquet oder NDJSON, höchstens 64 MiB.',
    choose: 'Datei auswählen',
    unknownFormat: 'Wählen Sie eine Datei, die auf .csv, .tsv, .xlsx, .parquet oder .ndjson endet.',
    decimal: 'Dezimalzahlen',
    decimals: { point: '1234.5', comma: '1234,5' },
    check: 'Datei prüfen',
    checking: 'Jede Zeile wird geprüft. Nichts wird gespeichert.',
    submit: 'Importieren',
    showBatches: 'Alle Lieferungen anzeigen',
  },
  mapping: {
    title: 'Spalten mit anderen Namen',
    about:
      'Sagen Sie, welches Feld jede Spalte ist, oder lassen Sie sie weg. Prüfen Sie die Datei dann erneut.',
    column: (name) => `Spalte ${name}`,
    open: 'Feld auswählen',
    leaveOut: 'Weglassen',
    required: (field) => `${field} (Pflichtfeld)`,
  },
  summary: {
    checked: 'Die Datei ist in Ordnung. Sie ist noch nicht gespeichert.',
    stored: 'Die Daten sind gespeichert.',
    accepted: 'neu',
    repeated: 'schon gespeichert',
    replaced: 'ersetzen andere',
  },
  faults: {
    title: 'Was zu korrigieren ist',
    about: 'Korrigieren Sie diese Zeilen und wählen Sie die Datei erneut. Nichts wurde gespeichert.',
    wholeLine: 'Ganze Zeile',
    empty: 'leer',
    fix: (reason, form) => `${reason} (erwartet: ${form})`,
    columns: { line: 'Zeile', field: 'Feld', value: 'Wert', fix: 'Korrektur' },
  },
  fields: {
    title: (kind) => `Felder: ${kind}`,
    about: 'Die Spalten einer Datei, in beliebiger Reihenfolge.',
    key: 'Schlüssel',
    required: 'Pflicht',
    optional: 'Freiwillig',
    columns: {
      name: 'Feld',
      required: 'Nötig',
      meaning: 'Bedeutung',
      form: 'Erlaubte Werte',
      example: 'Beispiel',
    },
  },
};
