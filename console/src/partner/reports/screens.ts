import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { reportSearch } from './search.ts';

export const reports: readonly Screen[] = [
  { path: '/reports', component: lazyRouteComponent(() => import('./list.tsx'), 'ReportList') },
  {
    path: '/reports/$report',
    validateSearch: reportSearch,
    component: lazyRouteComponent(() => import('./explorer.tsx'), 'Explorer'),
  },
];
