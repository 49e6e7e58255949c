import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { foundSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const subpartners = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/subpartners',
    validateSearch: foundSearch,
    component: laterScreen(() => import('./list.tsx'), 'Subpartners'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/subpartners/$subpartner',
    component: laterScreen(() => import('./detail.tsx'), 'SubpartnerDetail'),
  }),
] as const;
