import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { requireSession, safeNext } from '../shared/session/index.ts';
import { client, trading } from './api.ts';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./faults.tsx'), 'Missing'),
});

/** The screens of the account load when they are needed. */
const screen = (name: 'Invitation' | 'Security' | 'SignIn') =>
  lazyRouteComponent(() => import('../shared/account/index.ts'), name);

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }) => ({ next: safeNext(next) }),
  component: screen('SignIn'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: screen('Invitation'),
});

const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  beforeLoad: ({ location }) => requireSession(client, trading, location.href),
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
  errorComponent: lazyRouteComponent(() => import('./faults.tsx'), 'Failure'),
});

/** A filter that is not given is not in the address. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const overview = createRoute({
  getParentRoute: () => desk,
  path: '/',
  component: lazyRouteComponent(() => import('./overview/overview.tsx'), 'Overview'),
});

const approvals = createRoute({
  getParentRoute: () => desk,
  path: '/approvals',
  validateSearch: ({ id }): { id?: string | undefined } => ({ id: text(id) }),
  component: lazyRouteComponent(() => import('./approvals/list.tsx'), 'Approvals'),
});

const withdrawals = createRoute({
  getParentRoute: () => desk,
  path: '/withdrawals',
  validateSearch: ({ q, from, to }): WithdrawalSearch => ({ q: text(q), from: text(from), to: text(to) }),
  component: lazyRouteComponent(() => import('./withdrawals/list.tsx'), 'Withdrawals'),
});

interface WithdrawalSearch {
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const newWithdrawal = createRoute({
  getParentRoute: () => desk,
  path: '/withdrawals/new',
  component: lazyRouteComponent(() => import('./withdrawals/create.tsx'), 'NewWithdrawal'),
});

const withdrawal = createRoute({
  getParentRoute: () => desk,
  path: '/withdrawals/$id',
  component: lazyRouteComponent(() => import('./withdrawals/detail.tsx'), 'WithdrawalDetail'),
});

const market = createRoute({
  getParentRoute: () => desk,
  path: '/market',
  validateSearch: ({ symbol, type, fees }): MarketSearch => ({
    symbol: text(symbol),
    type: text(type),
    fees: text(fees),
  }),
  component: lazyRouteComponent(() => import('./market/market.tsx'), 'Market'),
});

interface MarketSearch {
  readonly symbol?: string | undefined;
  readonly type?: string | undefined;
  readonly fees?: string | undefined;
}

const security = createRoute({
  getParentRoute: () => desk,
  path: '/security',
  component: screen('Security'),
});

export const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    signIn,
    invitation,
    desk.addChildren([overview, approvals, withdrawals, newWithdrawal, withdrawal, market, security]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});
