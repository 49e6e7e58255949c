import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const proposals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/proposals',
    validateSearch: statusSearch,
    component: laterScreen(() => import('./list.tsx'), 'Proposals'),
  }),
] as const;
