import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const access = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/access',
    validateSearch: statusSearch,
    component: laterScreen(() => import('../../shared/access-changes/index.ts'), 'AccessChanges'),
  }),
] as const;
