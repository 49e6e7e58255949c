import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../screen.ts';

export const overview: readonly Screen[] = [
  { path: '/', component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview') },
];
