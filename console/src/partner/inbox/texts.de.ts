import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  empty: 'Hier erscheint, was andere Ihnen zum Bestätigen, Freigeben oder Ablehnen vorlegen.',
  proposals: { what: 'Vorschlag zu bestätigen', all: 'Alle Vorschläge' },
  disbursements: { what: 'Ausschüttung freizugeben', all: 'Alle Ausschüttungen zur Freigabe' },
  destinations: { what: 'Bankkonto zu bestätigen', all: 'Alle Bankkonten zur Bestätigung' },
  rebates: { what: 'Rabatte freizugeben', all: 'Alle Rabattgruppen' },
  webhooks: { what: 'Nicht empfangener Webhook', all: 'Alle Webhooks' },
  message: (type, url) => `${type} an ${url}`,
  proposal: (summary, reason) => (reason === null ? summary : `${summary}: ${reason}`),
  disbursement: (sum, partner) => `${sum} an ${partner}`,
  destination: (name, partner) => `${name}, Partner ${partner}`,
  run: (group, span) => `${group}, ${span}`,
};
