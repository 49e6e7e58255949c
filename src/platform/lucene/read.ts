import { invalid } from '../../kernel/index.ts';
import type { Fields } from './fields.ts';
import { parse } from './parse.ts';
import type { Query } from './query.ts';

/** Parses the filter that a caller sent as `member`; throws a problem with every error and its position. */
export function readFilter(member: string, text: string, fields: Fields): Query {
  const parsed = parse(text, fields);
  if (parsed.ok) return parsed.query;
  const faults = parsed.diagnostics.map(({ offset, message }) => ({
    offset: charactersBefore(text, offset),
    message,
  }));
  const offsets = faults.map(({ offset }) => offset);
  throw invalid(
    // Messages count from 1, as editors do.
    { [member]: faults.map(({ offset, message }) => `at character ${offset + 1}: ${message}`) },
    { offset: offsets[0] ?? 0, offsets },
  );
}

/** In code points. */
const charactersBefore = (text: string, offset: number): number => Array.from(text.slice(0, offset)).length;
