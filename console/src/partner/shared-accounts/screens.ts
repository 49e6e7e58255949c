import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { foundSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const sharedAccounts = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/shared-accounts',
    validateSearch: foundSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'SharedAccounts'),
  }),
] as const;
