import type { RoleTexts } from '../../shared/people/index.ts';

export const roles: RoleTexts = {
  'trading:viewer': { name: 'Leser', about: 'Liest alles am Handelstisch.' },
  'trading:operator': {
    name: 'Händler',
    about: 'Legt Auszahlungen, Umtausch und Exporte an und bricht sie ab.',
  },
  'trading:approver': {
    name: 'Freigebender',
    about: 'Stimmt über Auszahlungen ab, die auf Freigabe warten.',
  },
  'trading:compliance': { name: 'Compliance', about: 'Liest, wer Auszahlungen empfängt.' },
  'trading:screener': {
    name: 'Prüfer',
    about: 'Beantwortet die Prüfung von Auszahlungen und liest, wer sie empfängt.',
  },
  'trading:admin': {
    name: 'Administrator',
    about: 'Verwaltet Richtlinien, Ziele, Schalter, Webhooks, Personen und Clients.',
  },
};
