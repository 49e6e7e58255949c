import type { RoleTexts } from '../../shared/people/index.ts';

export const roles: RoleTexts = {
  'trading:viewer': { name: 'Viewer', about: 'Reads everything at the desk.' },
  'trading:operator': {
    name: 'Operator',
    about: 'Creates and cancels withdrawals, conversions and exports.',
  },
  'trading:approver': { name: 'Approver', about: 'Votes on withdrawals that wait for approval.' },
  'trading:compliance': { name: 'Compliance', about: 'Reads who receives withdrawals.' },
  'trading:screener': {
    name: 'Screener',
    about: 'Answers the screening of withdrawals, and reads who receives them.',
  },
  'trading:admin': {
    name: 'Admin',
    about: 'Manages policies, destinations, switches, webhooks, people and clients.',
  },
};
