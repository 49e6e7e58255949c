import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
  RouterProvider,
  type RouteComponent,
} from '@tanstack/react-router';
import { parameters } from '../list/index.ts';
import { requireSession, safeNext, ServiceProvider, type Service } from '../session/index.ts';
import type { Screen } from './screen.ts';

interface DeskOptions {
  readonly client: QueryClient;
  readonly service: Service;
  readonly frame: RouteComponent;
  readonly screens: readonly Screen[];
  /** Search parameters that stay in the address from screen to screen. */
  readonly kept?: readonly string[];
}

/** A face of the console: sign-in, invitation, and a frame with screens for those who have signed in. */
export function createDesk({ client, service, frame, screens, kept = [] }: DeskOptions) {
  const root = createRootRoute({ component: Outlet });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: ({ next }) => ({ next: safeNext(next) }),
    component: account('SignIn'),
  });
  const invitation = createRoute({
    getParentRoute: () => root,
    path: '/invitation',
    component: account('Invitation'),
  });
  const desk = createRoute({
    getParentRoute: () => root,
    id: 'desk',
    validateSearch: parameters(...kept),
    search: { middlewares: [retainSearchParams([...kept])] },
    beforeLoad: ({ location }) => requireSession(client, service, location.href),
    // At hand when the server is not.
    loader: () => void failure.preload?.(),
    component: frame,
    errorComponent: failure,
  });
  const all: readonly Screen[] = [
    ...screens,
    { path: '/security', component: account('Security') },
    // Any other address: inside the frame, so that a person can go on from there.
    { path: '/$', component: lazyRouteComponent(() => import('./faults.tsx'), 'Missing') },
  ];
  const router = createRouter({
    basepath: '/console',
    routeTree: root.addChildren([
      signIn,
      invitation,
      desk.addChildren(
        // A screen that fails does so inside the frame.
        all.map((options) =>
          createRoute({ getParentRoute: () => desk, errorComponent: failure, ...options }),
        ),
      ),
    ]),
    defaultPreload: 'intent',
    defaultStructuralSharing: true,
    scrollRestoration: true,
  });
  return (
    <ServiceProvider value={service}>
      <RouterProvider router={router} />
    </ServiceProvider>
  );
}

/** The screens of the account load when they are needed. */
const account = (name: 'Invitation' | 'Security' | 'SignIn') =>
  lazyRouteComponent(() => import('../account/index.ts'), name);

const failure = lazyRouteComponent(() => import('./faults.tsx'), 'Failure');
