import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  Outlet,
  type ParsedLocation,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { later, laterScreen } from '../later/index.ts';
import { requireSession, safeNext, type Service } from '../session/index.ts';

/** The screens of the account load when they are needed. */
const account = (name: 'AddressConfirmation' | 'Invitation' | 'Security' | 'SignIn') =>
  laterScreen(() => import('../account/index.ts'), name);

const failure = later(async () => ({ default: (await import('./faults.tsx')).Failure }));

export const root = createRootRoute({ component: Outlet });

/** What people see before they have signed in. */
export const visitorScreens = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: ({ next }: { readonly next?: unknown } & SearchSchemaInput) => ({ next: safeNext(next) }),
    component: account('SignIn'),
  }),
  createRoute({ getParentRoute: () => root, path: '/invitation', component: account('Invitation') }),
] as const;

/** Options of the route around the screens of those who have signed in. */
export const guarded = (client: QueryClient, service: Service) => ({
  id: 'signed-in' as const,
  beforeLoad: ({ location }: { readonly location: ParsedLocation }) =>
    requireSession(client, service, location.href),
  // At hand when the server is not.
  loader: () => void failure.preload(),
});

/** Where the link to an address leads. */
export const address = { path: '/address', component: account('AddressConfirmation') } as const;

export const security = { path: '/security', component: account('Security') } as const;

/** Any other address: inside the frame, so that a person can go on from there. */
export const missing = {
  path: '/$',
  component: laterScreen(() => import('./faults.tsx'), 'Missing'),
} as const;

/** Options of the router. A screen that fails does so inside the frame. */
export const routing = {
  basepath: '/console',
  defaultErrorComponent: failure,
  defaultPreload: 'intent',
  // What was typed about one thing is never saved about another.
  defaultRemountDeps: ({ params }: { readonly params: object }) => params,
  defaultStructuralSharing: true,
  scrollRestoration: true,
} as const;
