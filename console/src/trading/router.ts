import { createRoute, createRouter } from '@tanstack/react-router';
import { laterScreen } from '../shared/later/index.ts';
import { address, missing, root, routing, security, visitorScreens } from '../shared/frame/index.ts';
import { signedIn } from './signed-in.ts';
import { screens } from './screens.ts';

const frame = laterScreen(() => import('./frame.tsx'), 'Frame');

const own = [
  createRoute({ getParentRoute: () => signedIn, ...security }),
  createRoute({ getParentRoute: () => signedIn, ...address }),
  createRoute({ getParentRoute: () => signedIn, ...missing }),
] as const;

export const router = createRouter({
  ...routing,
  routeTree: root.addChildren([
    ...visitorScreens,
    signedIn.update({ component: frame }).addChildren([...screens, ...own]),
  ]),
});

// Of its paths and search parameters, tsc accepts no others. Each face is a program of its own, with shared parts in both.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
