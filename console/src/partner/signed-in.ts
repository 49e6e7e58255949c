import { createRoute, retainSearchParams } from '@tanstack/react-router';
import { guarded, root } from '../shared/frame/index.ts';
import { client, partner } from './api.ts';
import { AS, viewedSearch } from './viewed.ts';

/** The route above every screen of a person who has signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  validateSearch: viewedSearch,
  search: { middlewares: [retainSearchParams([AS])] },
  ...guarded(client, partner),
});
