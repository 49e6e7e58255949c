import { texts } from './texts.ts';

/** The language of this page, such as `en`. */
export const LANGUAGE = texts.language;

/** What stands between the digits of a number in this language. */
export const MARKS: { readonly group: string; readonly point: string } = texts.marks;
