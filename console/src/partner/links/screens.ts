import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const links = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/links',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./list.tsx'), 'Links'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/links/new',
    component: laterScreen(() => import('./create.tsx'), 'NewLink'),
  }),
] as const;
