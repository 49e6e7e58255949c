import { text, type Report } from '../query/index.ts';

/** A report of tests: the words that a select finds. */
export const spelled = (rows: string): Report => ({
  name: 'spelled',
  path: '/api/reports/spelled/',
  operation: 'getSpelled',
  summary: 'A report of tests',
  description: '',
  reach: 'own',
  source: () => rows,
  filters: {},
  fields: { word: text('A word.', 'x') },
  orderings: ['word'],
  key: ['word'],
  totals: { name: 'totals', columns: () => ({ count: 'count(*)' }), fields: { count: text('', '') } },
});
