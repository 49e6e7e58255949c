import { labelOf, sentenceOf } from '../shared/text/index.ts';

/** The name of a field of a report or of a fact. */
export const fieldName = (name: string): string => labelOf(name);
/** A value that is one of a few, such as a formula. */
export const codeName = (code: string): string => labelOf(code);
/** A kind of facts or of payouts. */
export const kindName = (kind: string): string => sentenceOf(kind);
