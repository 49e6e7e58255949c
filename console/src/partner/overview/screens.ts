import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';

export const overview: readonly Screen[] = [
  { path: '/', component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview') },
];
