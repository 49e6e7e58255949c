import { Problem, type Actor } from '../../../kernel/index.ts';
import type { Endpoint } from '../../../platform/http/index.ts';

/** Operations on the whole program are not for a credential of one partner, whatever its scopes. */
export function refusePartners({ partnerUid }: Actor): void {
  if (partnerUid !== undefined)
    throw new Problem('forbidden', 'A credential of a partner cannot manage the program.');
}

/** The same endpoint, for all but partners. */
export const ofProgram = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  handle(context, request) {
    refusePartners(context.actor);
    return endpoint.handle(context, request);
  },
});
