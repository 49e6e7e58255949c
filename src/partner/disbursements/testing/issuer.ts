import type { Issuer } from '../documents/index.ts';

export const NO_ISSUER: Issuer = {
  name: '',
  address: '',
  vatId: '',
  series: 'SB-',
  service: 'Referral of clients',
  agreement: '',
  agreementDays: 365,
  treatments: [],
};
