import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';

export const venues: readonly Screen[] = [
  { path: '/venues', component: lazyRouteComponent(() => import('./list.tsx'), 'Venues') },
  { path: '/venues/$code', component: lazyRouteComponent(() => import('./detail.tsx'), 'VenueDetail') },
];
