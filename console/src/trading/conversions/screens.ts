import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { periodSearch } from '../../shared/period/index.ts';
import { signedIn } from '../signed-in.ts';

export const conversions = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions',
    validateSearch: parameters('q'),
    component: laterScreen(() => import('./list.tsx'), 'Conversions'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions/new',
    component: laterScreen(() => import('./create.tsx'), 'NewConversion'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions/slippage',
    validateSearch: periodSearch,
    component: laterScreen(() => import('./slippage.tsx'), 'SlippageSummary'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/conversions/$id',
    component: laterScreen(() => import('./detail.tsx'), 'ConversionDetail'),
  }),
] as const;
