/** Bounds on the work that one filter can ask of the parser and the database. */
export const LIMITS = {
  characters: 1024,
  /** Of parentheses in the filter, and of groups in a regular expression. */
  depth: 32,
  /** PostgreSQL caches 32 compiled expressions; past that it would compile each again for every row. */
  regexps: 16,
  /** PostgreSQL's own limit for `{n}`. */
  repeats: 255,
} as const;

/** The limits in a sentence for the API's own description. */
export const FILTER_LIMITS =
  `A filter has at most ${LIMITS.characters} characters, ${LIMITS.depth} levels of parentheses and ` +
  `${LIMITS.regexps} regular expressions; a regular expression has at most ${LIMITS.depth} levels of groups and ` +
  `repeats a part at most ${LIMITS.repeats} times.`;
