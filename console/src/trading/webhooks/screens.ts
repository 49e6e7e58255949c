import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const webhooks: readonly Screen[] = [
  { path: '/webhooks', component: lazyRouteComponent(() => import('./list.tsx'), 'Webhooks') },
  { path: '/webhooks/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewWebhook') },
  {
    path: '/webhooks/$id',
    validateSearch: ({ state, message }) => ({ state: text(state), message: text(message) }),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WebhookDetail'),
  },
];
