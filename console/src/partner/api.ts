import { Partner, session } from '@quaestor/sdk';
import { confirm, createClient } from '../shared/session/index.ts';

/** The partner service, as the person whose session the browser holds. */
export const partner = new Partner({ url: location.origin, auth: session(), confirm });

export const client = createClient(partner);
