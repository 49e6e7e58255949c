import { createRoute } from '@tanstack/react-router';
import { guarded, root } from '../shared/desk/index.ts';
import { client, trading } from './api.ts';

/** The route above every screen of a person who has signed in. */
export const desk = createRoute({
  getParentRoute: () => root,
  ...guarded(client, trading),
});
