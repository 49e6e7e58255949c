import type { RoleTexts } from '../../shared/people/index.ts';

export const roles: RoleTexts = {
  'partner:partner': { name: 'Partner', about: 'Liest, was ein Partner verdient.', isOfPartners: true },
  'partner:manager': {
    name: 'Manager',
    about: 'Führt das Programm und liest, was jeder Partner sieht.',
  },
  'partner:compliance': {
    name: 'Compliance',
    about: 'Liest, wer Ausschüttungen empfängt, und was jeder Partner sieht.',
  },
  'partner:admin': {
    name: 'Admin',
    about: 'Schreibt Prämien gut und verwaltet Personen und API-Clients.',
  },
};
