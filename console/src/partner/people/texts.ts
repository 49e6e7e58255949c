import type { RoleTexts } from '../../shared/people/index.ts';

export const roles: RoleTexts = {
  'partner:partner': { name: 'Partner', about: 'Reads what one partner earns.', isOfPartners: true },
  'partner:manager': {
    name: 'Manager',
    about: 'Runs the program, and reads what any partner sees.',
  },
  'partner:compliance': {
    name: 'Compliance',
    about: 'Reads who receives disbursements, and what any partner sees.',
  },
  'partner:admin': { name: 'Admin', about: 'Credits rewards, and manages people and clients.' },
};
