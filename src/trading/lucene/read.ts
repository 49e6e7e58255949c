import { invalid } from '../../kernel/index.ts';
import type { Fields } from './fields.ts';
import { parse } from './parse.ts';
import type { Query } from './query.ts';

/** Parses the filter that a caller sent as `member`; throws a problem with every error and its position. */
export function readFilter(member: string, text: string, fields: Fields): Query {
  const parsed = parse(text, fields);
  if (parsed.ok) return parsed.query;
  throw invalid({
    [member]: parsed.diagnostics.map(
      ({ offset, message }) => `at character ${characterAt(text, offset)}: ${message}`,
    ),
  });
}

/** Counts code points from 1, as editors do. */
const characterAt = (text: string, offset: number): number => Array.from(text.slice(0, offset)).length + 1;
