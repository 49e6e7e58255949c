/** Bounds on the work of the parser and the database for one filter. */
export const LIMITS = {
  characters: 1024,
  /** Of parentheses in the filter, and of groups in a regular expression. */
  depth: 32,
  /** PostgreSQL caches 32 compiled expressions; with more it would compile each of them for every row. */
  regexps: 16,
  /** PostgreSQL's own limit for `{n}`. */
  repeats: 255,
} as const;

/** The limits, for the API description. */
const FILTER_LIMITS =
  `A filter has at most ${LIMITS.characters} characters, ${LIMITS.depth} levels of parentheses and ` +
  `${LIMITS.regexps} regular expressions; a regular expression has at most ${LIMITS.depth} levels of groups and ` +
  `repeats a part at most ${LIMITS.repeats} times.`;

/** The options of a filter's schema. */
export const filterOptions = (description: string, example: string) => ({
  maxLength: LIMITS.characters,
  description: `${description} ${FILTER_LIMITS}`,
  examples: [example],
});
