import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { NO_KEYS } from '../../platform/personal-data/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { DRY_RUN_HEADER, readDryRun } from '../dry-run.ts';
import { creationAt, type Rates } from '../withdrawals/index.ts';
import { createTransfer } from './create.ts';
import { getTransfer } from './get.ts';
import { listInFlight, listTransfers } from './list.ts';
import { resolveTransfer } from './resolve.ts';
import {
  CreateTransfer,
  MoneyInFlight,
  Transfer,
  TransferDetail,
  TransferId,
  TransferPage,
  TransferQuery,
  TransferResolution,
} from './schema.ts';

const tag = 'Transfers';
const path = '/trade/v1/transfers';

export function transferEndpoints(directory: VenueDirectory, rates: Rates, personal = NO_KEYS): Endpoint[] {
  const creation = creationAt(directory, rates, personal);
  return [
    endpoint({
      method: 'POST',
      path,
      operation: 'createTransfer',
      location: `${path}/{id}`,
      tag,
      summary: 'Move money from one of our venues to another',
      description:
        'A withdrawal to our own deposit address, which is asked of the venue that receives: policy and approvals are those ' +
        'of withdrawals, and votes are given to the withdrawal of the same id. The same reference with the same content ' +
        'returns the first one. Where the venue shows another address than before, it is refused with 409.',
      scope: 'venue-transfer:edit',
      body: CreateTransfer,
      headers: DRY_RUN_HEADER,
      answers: {
        201: { description: 'The transfer.', schema: Transfer },
        200: { description: 'The transfer that was created before with this reference.', schema: Transfer },
      },
      errors: ['not_found', 'conflict', 'reference_reused', 'unprocessable', 'unavailable'],
      handle: async (context, { body, headers }) => {
        const input = { body, dryRun: readDryRun(headers['x-dry-run']) };
        const { transfer, replayed } = await createTransfer(context, { directory, creation }, input);
        return { status: replayed ? 200 : 201, body: transfer };
      },
    }),
    endpoint({
      method: 'GET',
      path,
      operation: 'listTransfers',
      tag,
      summary: 'List transfers between venues, newest first',
      scope: 'venue-transfer:view',
      query: TransferQuery,
      answers: { 200: { description: 'One page.', schema: TransferPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listTransfers(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/in-flight`,
      operation: 'listMoneyInFlight',
      tag,
      summary: 'What is between two venues',
      description:
        'By asset: what was sent and is not credited at the other end, also what waits for a person.',
      scope: 'venue-transfer:view',
      answers: { 200: { description: 'A row for each asset.', schema: MoneyInFlight } },
      handle: async (context) => ({ status: 200, body: await listInFlight(context) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getTransfer',
      tag,
      summary: 'Get a transfer with both ends',
      scope: 'venue-transfer:view',
      params: TransferId,
      answers: { 200: { description: 'The transfer.', schema: TransferDetail } },
      errors: ['not_found'],
      handle: async (context, { params }) => ({ status: 200, body: await getTransfer(context, params) }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/resolve`,
      operation: 'resolveTransfer',
      tag,
      summary: 'Say which deposit a transfer has become',
      description:
        'For one whose other end is not known. The deposit belongs to no other transfer afterwards.',
      scope: 'admin',
      repeats: 'answered again',
      params: TransferId,
      body: TransferResolution,
      answers: { 200: { description: 'The transfer.', schema: Transfer } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params, body }) => ({
        status: 200,
        body: await resolveTransfer(context, { ...params, ...body }),
      }),
    }),
  ];
}
