import { session, Trading } from '@quaestor/sdk';
import { confirm, createClient } from '../shared/session/index.ts';

/** The trading service, as the person whose session the browser holds. */
export const trading = new Trading({ url: location.origin, auth: session(), confirm });

export const client = createClient(trading);
