import { invalid } from '../../kernel/index.ts';
import type { Fields } from './fields.ts';
import { parse } from './parse.ts';
import type { Query } from './query.ts';

/** Parses the filter a caller sent as `member`; throws a problem that names every fault and its position. */
export function readFilter(member: string, text: string, fields: Fields): Query {
  const parsed = parse(text, fields);
  if (parsed.ok) return parsed.query;
  throw invalid({
    [member]: parsed.diagnostics.map(
      ({ offset, message }) => `at character ${characterAt(text, offset)}: ${message}`,
    ),
  });
}

/** Counts characters as people see them in an editor: code points, from 1. */
const characterAt = (text: string, offset: number): number => Array.from(text.slice(0, offset)).length + 1;
