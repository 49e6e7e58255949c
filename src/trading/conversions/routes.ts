import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { getConversion } from './get.ts';
import { listConversions } from './list.ts';
import { ConversionDetail, ConversionId, ConversionPage, ConversionQuery } from './schema.ts';

const tag = 'Conversions';
const path = '/trade/v1/conversions';

export function conversionEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'listConversions',
      tag,
      summary: 'The conversions, newest first',
      description:
        'A filter that cannot be read, or names an unknown field, is refused with the position of the fault. ' +
        'One whose patterns take longer than five seconds is answered 504.',
      scope: 'conversions:view',
      query: ConversionQuery,
      answers: { 200: { description: 'One page of them.', schema: ConversionPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listConversions(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getConversion',
      tag,
      summary: 'One conversion with its orders, trades and movements',
      scope: 'conversions:view',
      params: ConversionId,
      answers: { 200: { description: 'The conversion.', schema: ConversionDetail } },
      errors: ['not_found'],
      handle: async (context, { params }) => ({ status: 200, body: await getConversion(context, params) }),
    }),
  ];
}
