import { expect, test } from 'vitest';
import { findBreaks } from './compatibility.ts';

type Node = Record<string, unknown>;

const LINE = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const SHAPE = {
  title: 'Order',
  type: 'object',
  required: ['id', 'size'],
  properties: {
    id: { type: 'string' },
    size: { type: 'integer' },
    state: { type: 'string', enum: ['OPEN', 'DONE'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: LINE },
    parent: { $ref: '#/components/schemas/Order' },
  },
};

/** A document with one operation that takes and answers an order. */
function documentOf(change: (parts: { operation: Node; order: Node; parameters: Node[] }) => void) {
  const order = structuredClone(SHAPE) as Node;
  const parameters: Node[] = [
    { name: 'state', in: 'query', schema: { type: 'string', enum: ['OPEN', 'DONE'] } },
    { $ref: '#/components/parameters/trace' },
  ];
  const media = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
  const operation: Node = {
    operationId: 'putOrder',
    security: [{ oauth2: ['orders:edit'] }],
    parameters,
    requestBody: { required: true, content: media },
    responses: { 200: { content: media }, 404: { content: {} } },
  };
  change({ operation, order, parameters });
  return {
    paths: { '/orders': { put: operation } },
    components: {
      schemas: { Order: order },
      parameters: { trace: { name: 'trace', in: 'header', schema: { type: 'string' } } },
    },
  };
}

const RELEASED = documentOf(() => {});
const propertiesOf = (order: Node) => order['properties'] as Record<string, Node>;

test.each<[string, Parameters<typeof documentOf>[0]]>([
  ['nothing', () => {}],
  ['a new member', ({ order }) => (propertiesOf(order)['colour'] = { type: 'string' })],
  [
    'a new optional parameter',
    ({ parameters }) => parameters.push({ name: 'page', in: 'query', schema: {} }),
  ],
  [
    'a new value',
    ({ order }) => (propertiesOf(order)['state'] = { type: 'string', enum: ['OPEN', 'DONE', 'HELD'] }),
  ],
  ['another answer', ({ operation }) => ((operation['responses'] as Node)['201'] = { content: {} })],
  ['no scope', ({ operation }) => (operation['security'] = [{ oauth2: [] }])],
])('%s breaks nothing', (_what, change) => {
  expect(findBreaks(RELEASED, documentOf(change))).toEqual([]);
});

const BODY = 'PUT /orders body application/json';
const ANSWER = 'PUT /orders 200 application/json';

test.each<[string, Parameters<typeof documentOf>[0], string[]]>([
  ['another name', ({ operation }) => (operation['operationId'] = 'x'), ['PUT /orders is now called x']],
  [
    'another scope',
    ({ operation }) => (operation['security'] = [{ oauth2: ['admin'] }]),
    ['PUT /orders needs the scope admin'],
  ],
  [
    'an answer that is gone',
    ({ operation }) => delete (operation['responses'] as Node)['200'],
    ['PUT /orders 200 is gone'],
  ],
  ['a parameter that is gone', ({ parameters }) => parameters.shift(), ['PUT /orders query state is gone']],
  [
    'a required parameter',
    ({ parameters }) => parameters.push({ name: 'page', in: 'query', required: true, schema: {} }),
    ['PUT /orders query page is required'],
  ],
  [
    'a value that is not taken any more',
    ({ parameters }) =>
      (parameters[0] = { name: 'state', in: 'query', schema: { type: 'string', enum: ['OPEN'] } }),
    ['PUT /orders query state does not take DONE'],
  ],
  [
    'a member that is gone',
    ({ order }) => delete propertiesOf(order)['note'],
    [`${BODY}.note is gone`, `${ANSWER}.note is gone`],
  ],
  [
    'a required member',
    ({ order }) => (order['required'] = ['id', 'size', 'note']),
    [`${BODY}.note is required`],
  ],
  [
    'a member that may be missing',
    ({ order }) => (order['required'] = ['id']),
    [`${ANSWER}.size may be missing`],
  ],
  [
    'a member that may be null',
    ({ order }) => (propertiesOf(order)['id'] = { type: ['string', 'null'] }),
    [`${ANSWER}.id is now string or null instead of string`],
  ],
  [
    'a member that may not be null any more',
    ({ order }) => (propertiesOf(order)['note'] = { type: 'string' }),
    [`${BODY}.note is now string instead of string or null`],
  ],
  [
    'an integer that has decimals',
    ({ order }) => (propertiesOf(order)['size'] = { type: 'number' }),
    [`${ANSWER}.size is now number instead of integer`],
  ],
  [
    'an item of another shape',
    ({ order }) => (propertiesOf(order)['lines'] = { type: 'array', items: { type: 'string' } }),
    [
      `${BODY}.lines[] is now string instead of object`,
      `${BODY}.lines[].text is gone`,
      `${ANSWER}.lines[] is now string instead of object`,
      `${ANSWER}.lines[].text is gone`,
    ],
  ],
])('%s is a break', (_what, change, breaks) => {
  expect(findBreaks(RELEASED, documentOf(change))).toEqual(breaks);
});

test('an operation that is gone is a break', () => {
  expect(findBreaks(RELEASED, { ...RELEASED, paths: {} })).toEqual(['PUT /orders is gone']);
});
