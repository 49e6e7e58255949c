export const IF_NONE_MATCH_HEADER = {
  'if-none-match': {
    description:
      'The `ETag` of the response you have. While nothing changes, the answer is 304 without a body.',
    example: '"0af7651916cd43dd"',
  },
};

/** Whether `If-None-Match` names this entity tag; compared weakly, as RFC 9110 does it. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}
