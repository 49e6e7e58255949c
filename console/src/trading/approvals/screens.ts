import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const approvals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/approvals',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./list.tsx'), 'Approvals'),
  }),
] as const;
