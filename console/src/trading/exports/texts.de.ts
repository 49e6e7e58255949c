import { formatInteger, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Exporte',
    description: 'Dateien mit einem stimmigen Stand vieler Zeilen.',
    create: 'Neuer Export',
    empty: {
      title: 'Noch kein Export',
      text: 'Ein Export schreibt Auszahlungen, Umtausch oder Protokolleinträge in eine Datei, gleich wie viele es sind. Dateien bleiben eine Woche.',
    },
  },
  columns: {
    status: 'Status',
    type: 'Zeilen von',
    range: 'Von – bis',
    filter: 'Filterung',
    format: 'Dateiformat',
    rows: 'Zeilen',
    created: 'Angelegt',
    actions: 'Datei',
  },
  types: { withdrawal: 'Auszahlungen', conversion: 'Umtausch', audit: 'Protokolleinträge' },
  range: (from, to) => `${from} – ${to}`,
  noFilter: 'Keine',
  rows: (written) => formatInteger(written),
  progress: (written, expected) => `${formatInteger(written)} von ${formatInteger(expected)}`,
  counting: 'Wird gezählt',
  progressLabel: (filename) => `Fortschritt von ${filename}`,
  download: 'Herunterladen',
  downloadOf: (filename) => `${filename} herunterladen`,
  expired: 'Gelöscht',
  cancelled: (filename) => `${filename} ist abgebrochen.`,
  cancel: {
    label: 'Abbrechen',
    question: 'Schreiben beenden?',
    confirm: 'Export abbrechen',
  },
  create: {
    title: 'Neuer Export',
    description: 'Wird im Hintergrund geschrieben. Sie können die Seite inzwischen verlassen.',
    type: 'Zeilen von',
    dates: 'Tage, in UTC',
    giveDates: 'Wählen Sie die Tage.',
    filter: 'Filterung',
    filterHint: 'Ohne Filter hat die Datei alle Zeilen dieser Tage.',
    example: 'status:COMPLETED',
    format: 'Dateiformat',
    formats: {
      CSV: 'CSV, für Tabellen',
      JSON: 'JSON, eine Zeile je Eintrag',
      PARQUET: 'Parquet, für Auswertungen',
    },
    submit: 'Exportieren',
    created: 'Der Export wird geschrieben. Seine Datei ist hier, sobald sie fertig ist.',
  },
};
