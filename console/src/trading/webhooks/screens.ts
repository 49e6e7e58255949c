import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deliveriesSearch } from './search.ts';
import { desk } from '../desk.ts';

export const webhooks = [
  createRoute({
    getParentRoute: () => desk,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/webhooks/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewWebhook'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/webhooks/$id',
    validateSearch: deliveriesSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WebhookDetail'),
  }),
] as const;
