import * as fc from 'fast-check';
import { Type } from 'typebox';
import { afterAll, expect, it } from 'vitest';
import { noFieldErrors, textChecker } from '../../../src/kernel/index.ts';
import { endpoint } from '../../../src/platform/http/index.ts';
import { frame } from '../../../src/platform/http/testing/app.ts';
import { listItem } from './index.ts';
import { Transport } from './transport.ts';

const List = Type.Object({ named: Type.Array(Type.String()), text: Type.Optional(Type.String()) });

/** Answers with what it was asked. */
const echo = endpoint({
  method: 'GET',
  path: '/echo',
  operation: 'echo',
  tag: 'Test',
  summary: 'Echo',
  scope: 'public',
  query: List,
  answers: { 200: { description: 'The query.', schema: List } },
  handle: async (_context, { query }) => ({ status: 200, body: query }),
});
const app = frame([echo]);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', ',', ' ', '&', '%', '+', 'é', 'a') }),
  fc.string({ unit: 'grapheme-ascii' }),
);

it('the service reads the values of a list as they were given, and a text as it is', async () => {
  const transport = new Transport({ url });
  const ask = async (query: object) =>
    (await transport.request({ spec: { method: 'GET', path: '/echo', isPublic: true }, query })).body;
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 5 }), value, async (named, text) => {
      expect(await ask({ named, text })).toEqual({ named, text });
    }),
  );
});

it('the service reads the items of a saved list as the values that they were made of', () => {
  const read = textChecker(List);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (named) => {
      const items = named.map(listItem);
      expect(read({ named: items }, noFieldErrors())).toEqual({ named });
      expect(read({ named: items.join(',') }, noFieldErrors())).toEqual({ named });
    }),
  );
});
