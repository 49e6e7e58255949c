import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const audit = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/audit',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./audit.tsx'), 'AuditScreen'),
  }),
] as const;
