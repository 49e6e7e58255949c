import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { learnAddress } from './learn.ts';
import { listAddresses } from './list.ts';
import { DepositAddresses, DepositAddressPlace, DepositAddressQuery, DepositAddressView } from './schema.ts';

const tag = 'Deposits';
const path = '/trade/v1/venues/addresses';

export function depositAddressEndpoints(directory: VenueDirectory): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'listDepositAddresses',
      tag,
      summary: 'List our deposit addresses',
      description:
        'Those that the venues have shown us, also ones that they have replaced since, in the order of venue, asset and ' +
        'network with the newest first; at most 1,000.',
      scope: 'venue-transfer:view',
      query: DepositAddressQuery,
      answers: { 200: { description: 'The addresses.', schema: DepositAddresses } },
      handle: async (context, { query }) => ({ status: 200, body: await listAddresses(context, query) }),
    }),
    endpoint({
      method: 'POST',
      path,
      operation: 'readDepositAddress',
      tag,
      summary: 'Ask a venue for our deposit address',
      description:
        'Asks the venue now and keeps what it shows; an address is never typed. Some venues make one when they are asked ' +
        'first. Ask again before you give an address to somebody: venues replace them.',
      scope: 'venue-transfer:edit',
      repeats: 'answered again',
      body: DepositAddressPlace,
      answers: { 200: { description: 'The address.', schema: DepositAddressView } },
      errors: ['not_found', 'conflict', 'unprocessable', 'unavailable'],
      handle: async (context, { body }) => ({
        status: 200,
        body: await learnAddress(context, directory, body),
      }),
    }),
  ];
}
