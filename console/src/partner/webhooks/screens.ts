import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const webhooks = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks',
    component: laterScreen(() => import('./webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks/new',
    component: laterScreen(() => import('./webhooks.tsx'), 'NewWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks/$id',
    validateSearch: parameters('by', 'state', 'type', 'message'),
    component: laterScreen(() => import('./webhooks.tsx'), 'WebhookScreen'),
  }),
] as const;
