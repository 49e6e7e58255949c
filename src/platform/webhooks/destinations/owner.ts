import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Owner } from './store.ts';

/** The tenant and the service of a request: each service has destinations of its own, for its own events. */
export function ownerOf({ actor: { tenant }, service }: Context<Db>): Owner {
  if (service === undefined) throw new Error('Webhook destinations belong to a service.');
  return { tenant, service };
}
