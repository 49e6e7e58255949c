import type { Face } from './face.ts';

export const partner: Face = {
  name: 'partner',
  roles: 'partner,worker',
  urlOf: ({ partnerUrl }) => partnerUrl,
  stages: [
    { login: 'paula', shots: [['overview', '']] },
    {
      login: 'mara',
      shots: [
        ['program', ''],
        ['as-partner', '?as=demo-partner'],
      ],
    },
  ],
};
