import type { Kind } from '../declare.ts';

export interface Fault {
  readonly field: string;
  readonly reason: string;
}

/**
 * Reads one line as the values of a kind's fields, in their order, joined as one record of a CSV file for the
 * engine; or tells what is wrong with it. Values stay the text they were, so that no decimal loses a digit.
 */
export type LineReader = (line: string) => string | readonly Fault[];

const UNUSABLE = /[\u0000-\u001f\u007f]|\p{Surrogate}/u;

/** What is wrong with a text whatever the field. */
export function textFault(text: string): string | undefined {
  return UNUSABLE.test(text) ? 'must not hold control characters or half of a surrogate pair' : undefined;
}

export const quoted = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;

export const unknownField = (kind: Kind): string => `is not a field of ${kind.name}`;
