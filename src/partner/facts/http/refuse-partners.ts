import { Problem, type Actor } from '../../../kernel/index.ts';

/** Operations on the whole program are not for a credential of one partner, whatever its scopes. */
export function refusePartners({ partnerUid }: Actor): void {
  if (partnerUid !== undefined)
    throw new Problem('forbidden', 'A credential of a partner cannot manage the program.');
}
