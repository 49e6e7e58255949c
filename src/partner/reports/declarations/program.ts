import { anyOf, type Report } from '../query/index.ts';
import { events } from './events.ts';
import { dimensions } from './groups.ts';
import { IB_MEASURES, ibPerformance } from './ib-performance.ts';
import { performance, PERFORMANCE_MEASURES } from './performance.ts';

const PARTNER = 'partner_uid';

/** The same report over all partners, with the partner as one more dimension and filter. */
function acrossPartners(
  report: Report,
  measures: readonly string[],
  { path, operation }: Pick<Report, 'path' | 'operation'>,
): Report {
  const { name, summary, description, grouping, filters, orderings } = report;
  if (!grouping) throw new Error(`${name} has no groups.`);
  return {
    ...report,
    name: `program_${name}`,
    path,
    operation,
    summary: `${summary}, for all partners`,
    description: `${description} \`partner_uid\` is one more dimension and filter.`,
    reach: 'program',
    source: events(measures, 'all partners'),
    grouping: {
      ...grouping,
      dimensions: { ...dimensions(PARTNER), ...grouping.dimensions },
      byDefault: [PARTNER],
      most: grouping.most + 1,
    },
    filters: { [PARTNER]: anyOf(PARTNER, 'Only these partners.', 'P1001'), ...filters },
    orderings: [PARTNER, ...orderings],
  };
}

export const programPerformance: Report = acrossPartners(performance, PERFORMANCE_MEASURES, {
  path: '/api/manage/reports/performance/',
  operation: 'getProgramPerformance',
});

export const programIbPerformance: Report = acrossPartners(ibPerformance, IB_MEASURES, {
  path: '/api/manage/reports/ib/performance/',
  operation: 'getProgramIbPerformance',
});
