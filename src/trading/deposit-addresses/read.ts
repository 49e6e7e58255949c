import { later, noFieldErrors, Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { addressFault, tagFault } from '../../platform/addresses/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { unknown, type DepositAddress } from '../venues/index.ts';

const ANSWER_WITHIN_MS = 15_000;

interface Wanted {
  readonly venue: string;
  readonly asset: string;
  readonly network: string;
}

/** Asks a venue for our address there, and refuses one that breaks the rules of its network. */
export async function readAddress(
  { actor, clock, signal }: Context<Db>,
  directory: VenueDirectory,
  { venue, asset, network }: Wanted,
): Promise<DepositAddress> {
  const listed = await directory.find(actor.tenant, venue);
  if (!listed) throw new Problem('not_found', `There is no venue ${venue}.`);
  const { addresses } = listed.venue;
  if (!addresses) throw refuse('venue', `${venue} does not show deposit addresses through its API`);
  const networks = listed.description.assets.find(({ code }) => code === asset)?.networks;
  if (!networks) throw new Problem('not_found', `There is no asset ${asset} at ${venue}.`);
  const terms = networks.find(({ code, addressFormat }) => code === network && addressFormat !== 'alias');
  if (!terms) {
    const codes = networks.filter(({ addressFormat }) => addressFormat !== 'alias').map(({ code }) => code);
    throw refuse('network', `must be a network of ${asset} here: ${codes.join(', ') || 'it has none'}`);
  }
  const deadline = later(clock.now(), ANSWER_WITHIN_MS);
  const outcome = await addresses
    .find({ asset, network }, { deadline, signal })
    .catch((error: unknown) => unknown(`The call failed: ${String(error)}`));
  if (outcome.kind !== 'answered') {
    throw new Problem('unavailable', `${venue} does not show the address: ${outcome.reason}`);
  }
  const found = outcome.value;
  if (!found) throw refuse('network', `${venue} has no address of ${asset} on ${network}: make one there`);
  const fault = addressFault(terms, found.address) ?? tagFault(terms, found.tag);
  if (fault !== undefined) {
    throw new Problem('unavailable', `${venue} shows an invalid address: it ${fault}.`);
  }
  return found;
}

function refuse(field: string, fault: string): Problem {
  const errors = noFieldErrors();
  errors[field] = [fault];
  return new Problem('unprocessable', `It is not possible there: see ${field}.`, { errors });
}
