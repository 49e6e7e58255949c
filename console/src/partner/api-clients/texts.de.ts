import type { scopes as english } from './texts.ts';

export const scopes: typeof english = {
  'facts:write': 'Daten senden.',
  'reports:view': 'Berichte und Erklärungen lesen.',
  'wallets:view': 'Konten lesen.',
  'wallets:edit': 'Konten umbenennen.',
  'disbursements:edit': 'Ausschüttungen eines Partners anfordern und Zielkonten speichern.',
  'disbursements:manage': 'Ausschüttungen freigeben und Zielkonten bestätigen.',
  'disbursements:confirm': 'Das Ergebnis von Ausschüttungen melden, die ein anderes System zahlt.',
  'partner:pii:view': 'Lesen, wer Ausschüttungen empfängt: Namen, Anschriften und Ausweise von Personen.',
  'rebates:view': 'Rabattgruppen lesen.',
  'rebates:edit': 'Rabattgruppen verwalten.',
  'links:edit': 'Links eines Partners anlegen.',
  'program:view': 'Das ganze Partnerprogramm lesen.',
  'program:edit': 'Partner ändern und Änderungen der Konditionen vorschlagen.',
  'partner:webhooks:edit': 'Verwalten, wohin Ereignisse gesendet werden.',
  'partner:admin': 'Prämien gutschreiben, Personen und API-Clients verwalten.',
};
