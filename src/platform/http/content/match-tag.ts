export const IF_NONE_MATCH_HEADER = {
  'if-none-match': {
    description:
      'The `ETag` of the response you have. While it is unchanged, the response is 304 without a body.',
    example: '"0af7651916cd43dd"',
  },
};

export const ETAG_DECLARATION = {
  etag: {
    description: 'Stays the same while the answer does. Send it back as `If-None-Match` or `If-Match`.',
    example: '"0af7651916cd43dd"',
  },
};

/** Whether `If-None-Match` contains this entity tag, by the weak comparison of RFC 9110. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}
