/** How identifiers are written, in a regular expression that JavaScript and RE2 read alike. */
export const IDENTIFIER = '[A-Za-z0-9._@+#!-]{1,64}';
export const IDENTIFIER_FORM = '1 to 64 letters, digits and . _ @ + # ! -';

const WHOLE = new RegExp(`^${IDENTIFIER}$`);

/** Whether facts, credentials and tokens may carry the text, for example as a `partner_uid`. */
export const isIdentifier = (text: string): boolean => WHOLE.test(text);
