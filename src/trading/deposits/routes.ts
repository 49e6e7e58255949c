import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { readHistory } from '../history/index.ts';
import { getDeposit } from './get.ts';
import { listDeposits } from './list.ts';
import { listSources } from './list-sources.ts';
import { Deposit, DepositEvents, DepositId, DepositPage, DepositQuery, DepositSources } from './schema.ts';

const tag = 'Deposits';
const scope = 'venue-transfer:view';
const path = '/trade/v1/venues/deposits';

export function depositEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'listDeposits',
      tag,
      summary: 'List deposits, newest first',
      description:
        'What arrived at our accounts, as the venues show it. They are read every half minute: `listDepositSources` says ' +
        'how far each venue has been read.',
      scope,
      query: DepositQuery,
      answers: { 200: { description: 'One page.', schema: DepositPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listDeposits(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/sources`,
      operation: 'listDepositSources',
      tag,
      summary: 'List how far the deposits of each venue are known',
      description: 'In the order of the venues. A venue that cannot list deposits is not among them.',
      scope,
      answers: { 200: { description: 'The venues.', schema: DepositSources } },
      handle: async (context) => ({ status: 200, body: await listSources(context) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getDeposit',
      tag,
      summary: 'Get a deposit',
      scope,
      params: DepositId,
      answers: { 200: { description: 'The deposit.', schema: Deposit } },
      errors: ['not_found'],
      handle: async (context, { params }) => ({ status: 200, body: await getDeposit(context, params) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id/events`,
      operation: 'listDepositEvents',
      tag,
      summary: 'List what the venue has said of a deposit',
      description: 'Every change, oldest first, at most 1,000.',
      scope,
      params: DepositId,
      answers: { 200: { description: 'The events.', schema: DepositEvents } },
      errors: ['not_found'],
      async handle(context, { params: { id } }) {
        await getDeposit(context, { id });
        return { status: 200, body: await readHistory(context, { kind: 'deposit', id }) };
      },
    }),
  ];
}
