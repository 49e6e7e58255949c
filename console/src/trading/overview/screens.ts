import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { periodSearch } from '../../shared/period/index.ts';
import { signedIn } from '../signed-in.ts';

export const overview = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    validateSearch: periodSearch,
    component: laterScreen(() => import('./overview.tsx'), 'Overview'),
  }),
] as const;
