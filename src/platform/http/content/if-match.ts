import { Type } from 'typebox';
import { canonicalJson, Problem, sha256, type Json } from '../../../kernel/index.ts';

export const IF_MATCH_HEADER = {
  'if-match': {
    description: 'The `ETag` of what you read. If it has changed since, the request is refused with 412.',
    example: '"aWHa3dLnYxqOdN7dQvQhpA"',
  },
};

/** The tag as a member of an answer. */
export const ENTITY_TAG = Type.String({
  description: 'The same as long as the rest is. Send it as `If-Match` with a change.',
  examples: [IF_MATCH_HEADER['if-match'].example],
});

const LENGTH = 22;

/** The entity tag of what an answer shows. */
export const entityTag = (shown: Json): string =>
  `"${sha256(canonicalJson(shown)).toString('base64url').slice(0, LENGTH)}"`;

/** Refuses a change of something that is not as the caller read it. */
export function requireMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined) return;
  const tags = new Set(ifMatch.split(',').map((tag) => tag.trim()));
  if (tags.has('*') || tags.has(etag)) return;
  throw new Problem('precondition_failed', 'Somebody has changed it since you read it.');
}
