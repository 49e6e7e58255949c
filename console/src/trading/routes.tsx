import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { requireSession, safeNext } from '../shared/session/index.ts';
import { client, trading } from './api.ts';
import { approvals } from './approvals/screens.ts';
import { audit } from './audit/screens.ts';
import { clients } from './clients/screens.ts';
import { conversions } from './conversions/screens.ts';
import { destinations } from './destinations/screens.ts';
import { exports } from './exports/screens.ts';
import { jobs } from './jobs/screens.ts';
import { market } from './market/screens.ts';
import { overview } from './overview/screens.ts';
import { people } from './people/screens.ts';
import { policies } from './policies/screens.ts';
import type { Screen } from './screen.ts';
import { venues } from './venues/screens.ts';
import { webhooks } from './webhooks/screens.ts';
import { withdrawals } from './withdrawals/screens.ts';

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

const screens: readonly Screen[] = [
  ...overview,
  ...approvals,
  ...withdrawals,
  ...conversions,
  ...market,
  ...exports,
  ...webhooks,
  ...venues,
  ...policies,
  ...destinations,
  ...audit,
  ...people,
  ...clients,
  ...jobs,
  { path: '/security', component: screen('Security') },
];

export const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    signIn,
    invitation,
    desk.addChildren(screens.map((options) => createRoute({ getParentRoute: () => desk, ...options }))),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});
