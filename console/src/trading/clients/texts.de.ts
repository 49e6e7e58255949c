import type { NewClient } from '@quaestor/sdk';

export const scopes: Readonly<Record<NewClient['scopes'][number], string>> = {
  'venues:view': 'Börsen und Guthaben lesen.',
  'venue-transfer:view': 'Auszahlungen lesen.',
  'venue-transfer:edit': 'Auszahlungen anlegen und stornieren.',
  'approvals:edit': 'Über Auszahlungen abstimmen, die auf Freigabe warten.',
  'screening:edit': 'Die Prüfung von Auszahlungen beantworten.',
  'pii:view': 'Lesen, wer Auszahlungen empfängt: Namen, Adressen und Ausweise von Personen.',
  'conversions:view': 'Umtausch lesen.',
  'conversions:edit': 'Umtausch anlegen und abbrechen.',
  'market-data:view': 'Orderbücher und Kurse lesen.',
  'exports:view': 'Exporte lesen.',
  'exports:edit': 'Exporte anlegen.',
  'webhooks:edit': 'Empfänger von Webhooks verwalten.',
  'trading:admin': 'Richtlinien, gespeicherte Ziele und Schalter ändern, offene Auszahlungen klären.',
};
