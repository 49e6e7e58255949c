import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const conversions = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions',
    validateSearch: parameters('q'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Conversions'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewConversion'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ConversionDetail'),
  }),
] as const;
