import { noFieldErrors, type Context, type FieldErrors } from '../../kernel/index.ts';
import { addressFault, tagFault } from '../../platform/addresses/index.ts';
import type { ListedVenue, VenueDirectory } from '../directory.ts';
import { faultsOf } from '../travel-rule/index.ts';
import { formOf } from '../venues/index.ts';
import type { CheckedDestination, DestinationCheck } from './schema.ts';

/** Says what is wrong with an address and its tag, and with what a venue asks about the recipient. Nothing is stored. */
export async function checkDestination(
  { actor }: Pick<Context<unknown>, 'actor'>,
  directory: VenueDirectory,
  { network: code, address, tag = null, venue, travelRule }: CheckedDestination,
): Promise<DestinationCheck> {
  const venues = await directory.list(actor.tenant);
  const network = venues
    .flatMap(({ description }) => description.assets.flatMap(({ networks }) => networks))
    .find((known) => known.code === code);
  const errors: FieldErrors = noFieldErrors();
  if (!network) {
    errors['network'] = ['is not a network of any venue: GET /trade/v1/venues lists them'];
  } else {
    const wrongAddress = addressFault(network, address);
    if (wrongAddress !== undefined) errors['address'] = [wrongAddress];
    // Whether a tag is required depends on the venue: that is checked when it is used.
    const wrongTag = tag === null ? undefined : tagFault(network, tag);
    if (wrongTag !== undefined) errors['tag'] = [wrongTag];
  }
  if (venue !== undefined) Object.assign(errors, recipientFaults(venues, venue, travelRule));
  return { errors };
}

function recipientFaults(
  venues: readonly ListedVenue[],
  code: string,
  travelRule: CheckedDestination['travelRule'],
): FieldErrors {
  const known = venues.find(({ venue }) => venue.code === code);
  if (!known) return { venue: ['is not a venue: GET /trade/v1/venues lists them'] };
  return faultsOf({ venue: code, asks: formOf(known.venue) }, travelRule);
}
