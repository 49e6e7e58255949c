import { lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const conversions: readonly Screen[] = [
  {
    path: '/conversions',
    validateSearch: parameters('q'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Conversions'),
  },
  {
    path: '/conversions/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewConversion'),
  },
  {
    path: '/conversions/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ConversionDetail'),
  },
];
