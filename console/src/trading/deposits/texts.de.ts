import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Einzahlungen',
    description:
      'Was auf unseren Konten ankommt, wie die Börsen es zeigen. Sie werden jede halbe Minute gelesen.',
    addresses: 'Unsere Adressen',
    empty: {
      title: 'Noch keine Einzahlung',
      text: 'Geld, das an einer unserer Adressen ankommt, steht hier, sobald die Börse es zeigt.',
    },
    example: 'status:PENDING AND asset:BTC',
    unmatched: {
      title: 'Keine Einzahlung gefunden',
      text: 'Ändern Sie den Filter oder die Tage. Felder und Werte werden beim Tippen ergänzt.',
    },
    unread: (venue, readTo, reason) =>
      readTo === null
        ? `Die Einzahlungen von ${venue} sind nicht bekannt: ${reason}`
        : `Die Einzahlungen von ${venue} sind bis ${readTo} bekannt: ${reason}`,
    missing: (venue, from, to) =>
      `${venue} war von ${from} bis ${to} nicht lesbar: Vergleichen Sie die Liste der Börse.`,
  },
  none: '–',
  status: { PENDING: 'Ausstehend', COMPLETED: 'Gutgeschrieben', FAILED: 'Abgelehnt' },
  holds: { LOCKED: 'Gutgeschrieben, gesperrt', NEEDS_INFORMATION: 'Börse will Angaben' },
  columns: {
    status: 'Status',
    amount: 'Betrag',
    venue: 'Börse',
    transaction: 'Transaktion',
    venueId: 'ID bei der Börse',
    created: 'Erfasst',
  },
  detail: {
    title: (id) => `Einzahlung ${id}`,
    unknown: 'Einzahlung',
    id: 'ID',
    happened: 'Was die Börse meldete',
    takenBack: (at) => `Die Börse hat die Gutschrift am ${at} zurückgenommen.`,
    tookBack: 'Zurückgenommen',
    changedAt: 'Geändert',
    became: { PENDING: 'Gesehen', COMPLETED: 'Gutgeschrieben', FAILED: 'Abgelehnt' },
    facts: {
      status: 'Status',
      venueStatus: 'So nennt es die Börse',
      fee: 'Gebühr der Börse',
      venue: 'Börse',
      network: 'Netzwerk',
      address: 'Unsere Adresse',
      tag: 'Tag',
      transaction: 'Transaktion',
      internalId: 'Übertragung innerhalb der Börse',
      venueId: 'ID bei der Börse',
      created: 'Von der Börse erfasst',
      changed: 'Letzte Änderung',
    },
  },
};
