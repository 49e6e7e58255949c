import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { foundSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const sharedAccounts = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/shared-accounts',
    validateSearch: foundSearch,
    component: laterScreen(() => import('./list.tsx'), 'SharedAccounts'),
  }),
] as const;
