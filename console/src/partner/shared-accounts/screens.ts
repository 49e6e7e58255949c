import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { foundSearch } from '../search.ts';
import { desk } from '../desk.ts';

export const sharedAccounts = [
  createRoute({
    getParentRoute: () => desk,
    path: '/shared-accounts',
    validateSearch: foundSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'SharedAccounts'),
  }),
] as const;
