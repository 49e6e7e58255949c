import { createRoute } from '@tanstack/react-router';
import { guarded, root } from '../shared/frame/index.ts';
import { client, trading } from './api.ts';

/** The route above every screen of a person who has signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  ...guarded(client, trading),
});
