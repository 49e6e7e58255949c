import type { EndpointAnswer, HeaderDeclaration } from './endpoint.ts';

/** How a list that is a bare array says that more follows (RFC 8288). */
export const nextPageHeader = (example: string): Readonly<Record<string, HeaderDeclaration>> => ({
  link: {
    description: 'The path of the next page. The last page has none.',
    example: `<${example}>; rel="next"`,
    optional: true,
  },
});

/** A page of at most `limit` items, from one more than that. `next` is the path of the page after an item. */
export function arrayPage<Item>(
  items: readonly Item[],
  limit: number,
  next: (last: Item) => string,
): EndpointAnswer {
  const body = items.slice(0, limit);
  const last = body.at(-1);
  const headers = items.length > limit && last && { link: `<${next(last)}>; rel="next"` };
  return { status: 200, body, ...(headers && { headers }) };
}
