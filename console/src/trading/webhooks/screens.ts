import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deliveriesSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const webhooks = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewWebhook'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/webhooks/$id',
    validateSearch: deliveriesSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WebhookDetail'),
  }),
] as const;
