import { Type, type TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { makeExample } from './make-example.ts';

const Name = Type.String({ examples: ['Ada'] });

it.each<[string, TSchema, unknown]>([
  ['its own first', Type.String({ examples: ['a', 'b'] }), 'a'],
  ['a constant', Type.Literal('ok'), 'ok'],
  ['the first of a list', Type.Enum(['up', 'down']), 'up'],
  ['of its items', Type.Array(Name), ['Ada']],
  [
    'of its members',
    Type.Object({ name: Name, parent: Type.Object({ name: Name }) }),
    { name: 'Ada', parent: { name: 'Ada' } },
  ],
  ['of the first alternative that has one', Type.Union([Type.Null(), Name]), 'Ada'],
  [
    'without an optional member that has none',
    Type.Object({ name: Name, age: Type.Optional(Type.Integer()) }),
    { name: 'Ada' },
  ],
  [
    'its own rather than its members',
    Type.Object({ name: Name }, { examples: [{ name: 'Bob' }] }),
    { name: 'Bob' },
  ],
])('the example of a schema is %s', (_what, schema, example) => {
  expect(makeExample(schema)).toEqual(example);
});

it.each<[string, TSchema]>([
  ['a required member', Type.Object({ name: Name, age: Type.Integer() })],
  ['its items', Type.Array(Type.Integer())],
  ['itself', Type.Integer()],
])('there is none where there is none of %s, so that a gap is seen and not filled', (_what, schema) => {
  expect(makeExample(schema)).toBeUndefined();
});
