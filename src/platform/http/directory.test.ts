import * as fc from 'fast-check';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Route } from './call.ts';
import { Directory } from './directory.ts';
import { endpoint } from './endpoint.ts';

const closed = { additionalProperties: false };

const SHELF = endpoint({
  method: 'GET',
  path: '/shelves/:shelf/books',
  operation: 'listBooks',
  tag: 'Books',
  summary: 'The books of a shelf',
  scope: 'public',
  params: Type.Object({ shelf: Type.String({ maxLength: 3 }) }, closed),
  query: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
      tags: Type.Optional(Type.Array(Type.String())),
    },
    closed,
  ),
  answers: { 200: { description: 'The books.', schema: Type.Array(Type.String()) } },
  handle: () => ({ status: 200, body: [] }),
});

function open(): Directory {
  const directory = new Directory({ ignoreTrailingSlash: true });
  directory.add(SHELF, { scope: 'public' } as Route);
  directory.add({ ...SHELF, method: 'POST' }, { scope: 'books:write' } as Route);
  return directory;
}

test('an address that was read before is told as if it were read for the first time', () => {
  const url = fc
    .tuple(
      fc.constantFrom('/shelves', '/shelves/a/books', '/shelves/a/books/', '/shelves/long/books'),
      fc.constantFrom('', '?limit=5', '?limit=0', '?tags=x,y', '?tags=x&tags=y', '?page=1', '?limit=5#x'),
    )
    .map((parts) => parts.join(''));
  const request = fc.tuple(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT'), url);
  fc.assert(
    fc.property(fc.array(request, { minLength: 2, maxLength: 20 }), (requests) => {
      const directory = open();
      for (const [method, asked] of requests) {
        expect(directory.find(method, asked)).toEqual(open().find(method, asked));
      }
    }),
    { numRuns: 20 },
  );
});

test('callers of the same address share what it says, and none can change it', () => {
  const directory = open();
  const address = directory.find('GET', '/shelves/a/books?tags=x,y');
  expect(directory.find('HEAD', '/shelves/a/books?tags=x,y')).toBe(address);
  const { params, query } = address as { params: { shelf: string }; query: { tags: string[] } };
  expect(() => (params.shelf = 'b')).toThrow(TypeError);
  expect(() => query.tags.push('z')).toThrow(TypeError);
});

test('what a longer address says is not kept', () => {
  const directory = open();
  const url = `/shelves/a/books?tags=${'x'.repeat(500)}`;
  expect(directory.find('GET', url)).not.toBe(directory.find('GET', url));
});
