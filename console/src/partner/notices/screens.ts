import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const notices = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/notices',
    component: laterScreen(() => import('../../shared/notices/index.ts'), 'NoticesScreen'),
  }),
] as const;
