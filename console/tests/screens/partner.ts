import type { Face } from './face.ts';
import { findEarnings, fillProgram } from './partner-desk.ts';
import { EMPTY, OWN, REPORTS } from './partner-own.ts';
import { DECISIONS, PROGRAM, PROGRAM_EMPTY } from './partner-program.ts';

export const partner: Face = {
  name: 'partner',
  roles: 'partner,worker',
  urlOf: ({ partnerUrl }) => partnerUrl,
  isOfToday: true,
  stages: [
    {
      prepare: (desk) => Promise.resolve({ invitation: new URL(desk.links.get('milan') ?? '').hash }),
      shots: [
        ['sign-in', 'sign-in'],
        ['invitation', 'invitation{invitation}'],
      ],
    },
    { login: 'mara', shots: PROGRAM_EMPTY },
    { login: 'paula', prepare: findEarnings, shots: [...OWN, ...REPORTS] },
    { login: 'mara', prepare: fillProgram, shots: [...PROGRAM, ...EMPTY] },
    { login: 'milan', shots: DECISIONS },
  ],
};
