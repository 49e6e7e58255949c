import { Type } from 'typebox';
import { invalid } from '../kernel/index.ts';

/** The parameters of a list that select by the time of creation. */
export const periodQuery = {
  from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only what was created at this time or later.',
      examples: ['2026-01-01T00:00:00.000Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only what was created at this time or earlier.',
      examples: ['2026-01-31T23:59:59.999Z'],
    }),
  ),
};

interface Given {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Period {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

export function readPeriod(query: Given): Period {
  const [from, to] = [query.from, query.to].map((text) => (text === undefined ? undefined : new Date(text)));
  if (from && to && to < from) throw invalid({ to: ['must not be before from'] });
  return { from, to };
}
