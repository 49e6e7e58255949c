import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const inbox = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/inbox',
    component: laterScreen(() => import('./inbox.tsx'), 'OwnInbox'),
  }),
] as const;
