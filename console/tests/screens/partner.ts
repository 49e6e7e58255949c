import { openFirst } from './acts.ts';
import type { Face } from './face.ts';

export const partner: Face = {
  name: 'partner',
  roles: 'partner,worker',
  urlOf: ({ partnerUrl }) => partnerUrl,
  stages: [
    {
      login: 'paula',
      shots: [
        ['overview', ''],
        ['clients', 'clients'],
        ['client', 'clients/u10483'],
        ['shared-accounts', 'shared-accounts'],
        ['subpartners', 'subpartners'],
        ['subpartner', 'subpartners/P1002'],
        ['links', 'links'],
        ['link', 'links?id=ln1000'],
        ['link-new', 'links/new'],
        ['rebates', 'rebates'],
        ['rebate-group', 'rebates/2'],
        ['rebate-group-new', 'rebates/new'],
        ['wallets', 'wallets'],
        ['wallet', 'wallets/700000'],
        ['security', 'security'],
      ],
    },
    {
      login: 'mara',
      shots: [
        ['program', ''],
        ['as-partner', '?as=demo-partner'],
        ['tiers', 'tiers'],
        ['tier-levels', 'tiers/levels'],
        ['tier-level-new', 'tiers/levels/edit'],
        ['audit', 'audit'],
        ['audit-entry', 'audit', openFirst],
        ['audit-unmatched', 'audit?q=action%3Awithdrawal.*'],
      ],
    },
  ],
};
