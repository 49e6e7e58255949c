import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { deliveriesSearch } from './search.ts';

export const webhooks: readonly Screen[] = [
  { path: '/webhooks', component: lazyRouteComponent(() => import('./list.tsx'), 'Webhooks') },
  { path: '/webhooks/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewWebhook') },
  {
    path: '/webhooks/$id',
    validateSearch: deliveriesSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WebhookDetail'),
  },
];
