import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { deliveriesSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const webhooks = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks',
    component: laterScreen(() => import('./list.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks/new',
    component: laterScreen(() => import('./create.tsx'), 'NewWebhook'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks/$id',
    validateSearch: deliveriesSearch,
    component: laterScreen(() => import('./detail.tsx'), 'WebhookDetail'),
  }),
] as const;
