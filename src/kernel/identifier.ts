/** The form of identifiers, as a regular expression of JavaScript and RE2. */
export const IDENTIFIER = '[A-Za-z0-9._@+#!-]{1,64}';
export const IDENTIFIER_FORM = '1 to 64 letters, digits and . _ @ + # ! -';

const WHOLE = new RegExp(`^${IDENTIFIER}$`);

/** Whether facts, credentials and tokens may contain the text, for example as a `partner_uid`. */
export const isIdentifier = (text: string): boolean => WHOLE.test(text);
