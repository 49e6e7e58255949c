import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { listVenues } from './list.ts';
import type { Venues } from './open.ts';
import {
  BalanceQuery,
  BalanceRow,
  Counterparties,
  CounterpartyQuery,
  SwitchChange,
  VenueCode,
  VenueView,
} from './schema.ts';
import { searchCounterparties } from './search-counterparties.ts';
import { summariseBalances } from './summarise.ts';
import { switchVenue } from './switch.ts';

const tag = 'Venues';

/** Names the venues whose balances an answer lacks. */
const MISSING_HEADER = 'x-missing-venues';

export function venueEndpoints(venues: Venues): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/venues',
      operation: 'listVenues',
      tag,
      summary: 'The venues, what they trade and pay out, and how they are switched',
      description:
        'In the order of their codes. A venue that does not answer is shown as it last was, with `live` false.',
      scope: 'venues:view',
      answers: { 200: { description: 'All venues.', schema: Type.Array(VenueView) } },
      handle: async (context) => ({ status: 200, body: await listVenues(context, venues) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/trade/v1/venues/:code',
      operation: 'switchVenue',
      tag,
      summary: 'Switch trading or withdrawals at a venue',
      description:
        'What is not given stays as it is. The change is audited and takes effect with the next order or withdrawal; what is under way goes on. A real exchange begins `off`, a simulated one `live`.',
      scope: 'admin',
      repeats: 'answered again',
      params: VenueCode,
      body: SwitchChange,
      answers: { 200: { description: 'The venue as it is now.', schema: VenueView } },
      errors: ['step_up_required', 'not_found'],
      handle: async (context, { params, body }) => ({
        status: 200,
        body: await switchVenue(context, venues, { code: params.code, change: body }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/venues/:code/counterparties',
      operation: 'searchCounterparties',
      tag,
      summary: 'Find providers of wallets by the names that a venue has for them',
      description:
        'Other exchanges, for example, whose ids the venue wants to know where it asks who receives a withdrawal. Read from ' +
        'the venue and kept for an hour.',
      scope: 'venues:view',
      params: VenueCode,
      query: CounterpartyQuery,
      answers: { 200: { description: 'Those with such a name.', schema: Counterparties } },
      errors: ['not_found', 'unprocessable', 'unavailable'],
      handle: async (context, { params, query }) => ({
        status: 200,
        body: await searchCounterparties(context, venues, { ...params, ...query }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/venues/balances/summary',
      operation: 'summariseBalances',
      tag,
      summary: 'What the venues hold for us',
      description: `Asked of the venues at the moment of the request, in the order of asset and venue. The rows of a venue that does not answer are missing, and the header \`${MISSING_HEADER}\` names it; in an aggregate its amounts are missing from the sums. When no venue answers, the answer is 503.`,
      scope: 'venues:view',
      query: BalanceQuery,
      answers: {
        200: { description: 'A row for each asset and venue.', schema: Type.Array(BalanceRow) },
      },
      errors: ['not_found', 'unavailable'],
      handle: async (context, { query }) => {
        const { rows, missing } = await summariseBalances(context, venues, query);
        const headers = missing.length > 0 ? { [MISSING_HEADER]: missing.join(',') } : {};
        return { status: 200, headers, body: rows };
      },
    }),
  ];
}
