import { describeFilter, FilterDescription } from '../../platform/filters/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { EXPORT_TYPES, EXPORT_TYPE_NAMES } from '../exports/index.ts';

/** One for each type, because each needs the scope that reading its rows needs. */
export function filterEndpoints(): Endpoint[] {
  return EXPORT_TYPE_NAMES.map((type) =>
    endpoint({
      method: 'GET',
      path: `/trade/v1/filters/${type}`,
      operation: `describe${type.charAt(0).toUpperCase()}${type.slice(1)}Filter`,
      tag: 'Filters',
      summary: `Describe the fields of the filter of the type ${type}`,
      description: 'For completion in editors.',
      scope: EXPORT_TYPES[type].scope,
      answers: { 200: { description: 'The fields.', schema: FilterDescription } },
      handle: async (context) => ({
        status: 200,
        body: await describeFilter(context, type, EXPORT_TYPES[type]),
      }),
    }),
  );
}
