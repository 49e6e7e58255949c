import { expect, it } from 'vitest';
import { answers } from './answers.ts';

it.each([
  [{ sCode: '51008', subCode: '' }, ['51008']],
  [{ sCode: '51008', subCode: '51008_1000' }, ['51008']],
  [{ sCode: '51008', subCode: '51149' }, ['51008', '51149']],
])('of an order answered with %j the codes %j count', (order, codes) => {
  expect(answers.codesOf({ code: '1', msg: '', data: [order] })).toEqual(codes);
});
