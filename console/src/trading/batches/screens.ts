import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const batches = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals/batch',
    component: laterScreen(() => import('./create.tsx'), 'NewBatch'),
  }),
] as const;
