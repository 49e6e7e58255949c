import { endpoint, type Endpoint } from '../../../platform/http/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import { factsContext, type Facts } from '../../facts/handle/index.ts';
import { blockPartner, unblockPartner } from './block.ts';
import { listBlocks } from './list.ts';
import { BLOCKS, BLOCKS_QUERY, NEW_BLOCK, PARTNER_PARAMS } from './schema.ts';

const tag = 'Disbursements';
const path = '/api/manage/partners/:partner_uid/disbursement-block';

/** Keeping partners from getting money. */
export function blockEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      tag,
      scope: 'program:view',
      waitsForWrites: true,
      path: '/api/manage/disbursements/blocks',
      operation: 'listDisbursementBlocks',
      summary: 'List the partners who are kept from getting money, newest first',
      query: BLOCKS_QUERY,
      answers: { 200: { description: 'One page.', schema: BLOCKS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listBlocks(context, query) };
      },
    }),
    endpoint({
      method: 'PUT',
      tag,
      scope: 'disbursements:manage',
      path,
      operation: 'blockDisbursements',
      summary: 'Keep a partner from getting money',
      description: 'The partner sees the reason. What is in a file already goes on.',
      params: PARTNER_PARAMS,
      body: NEW_BLOCK,
      answers: { 204: { description: 'The partner is blocked.', schema: null } },
      errors: ['not_found'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        await blockPartner(factsContext(context, facts), { ...params, ...body });
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      tag,
      scope: 'disbursements:manage',
      path,
      operation: 'unblockDisbursements',
      summary: 'Let a blocked partner get money again',
      params: PARTNER_PARAMS,
      answers: { 204: { description: 'The partner is not blocked.', schema: null } },
      errors: ['not_found'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        await unblockPartner(context, params.partner_uid);
        return { status: 204 };
      },
    }),
  ];
}
