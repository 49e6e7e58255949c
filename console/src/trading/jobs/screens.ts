import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { jobsSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const jobs = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/jobs',
    validateSearch: jobsSearch,
    component: laterScreen(() => import('./list.tsx'), 'Jobs'),
  }),
] as const;
