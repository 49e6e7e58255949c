import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const exports = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/exports',
    component: laterScreen(() => import('./list.tsx'), 'Exports'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/exports/new',
    component: laterScreen(() => import('./create.tsx'), 'NewExport'),
  }),
] as const;
