import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const conversions = [
  createRoute({
    getParentRoute: () => desk,
    path: '/conversions',
    validateSearch: parameters('q'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Conversions'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/conversions/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewConversion'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/conversions/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ConversionDetail'),
  }),
] as const;
