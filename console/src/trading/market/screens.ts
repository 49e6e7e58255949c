import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { marketSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const market = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/market',
    validateSearch: marketSearch,
    component: laterScreen(() => import('./market.tsx'), 'Market'),
  }),
] as const;
