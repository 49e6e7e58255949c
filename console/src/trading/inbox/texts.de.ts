import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  empty:
    'Stimmen, Richtlinien, Ziele und Zugriffsänderungen kommen hierher, wenn andere darum bitten. Ebenso Zahlungen, Umbuchungen, Webhooks und Aufträge, die sonst niemand in Ordnung bringen kann.',
  doubtful: { what: 'Ungewisse Zahlung', all: 'Alle ungewissen Zahlungen' },
  transfers: { what: 'Nicht angekommene Umbuchung', all: 'Alle nicht angekommenen Umbuchungen' },
  proposals: { what: 'Vorschlag eines geführten Bestands', all: 'Alle geführten Bestände' },
  settings: { what: 'Zu bestätigender geführter Bestand', all: 'Alle geführten Bestände' },
  screenings: { what: 'Auszahlung zu prüfen', all: 'Alle Auszahlungen zu prüfen' },
  votes: { what: 'Freizugebende Auszahlung', all: 'Alle freizugebenden Auszahlungen' },
  destinations: { what: 'Zu bestätigendes Ziel', all: 'Alle zu bestätigenden Ziele' },
  policies: { what: 'Zu bestätigende Richtlinie', all: 'Alle Richtlinien' },
  webhooks: { what: 'Nicht empfangener Webhook', all: 'Alle Webhooks' },
  jobs: { what: 'Endgültig gescheiterter Auftrag', all: 'Alle endgültig gescheiterten Aufträge' },
  payment: (sum, destination) => `${sum} an ${destination}`,
  balance: (asset, venue) => `${asset} bei ${venue}`,
  transfer: (sum, from, to) => `${sum} von ${from} nach ${to}`,
  version: (version) => `Version ${version}`,
  message: (type, url) => `${type} an ${url}`,
};
