import { expect, test } from 'vitest';
import { preferred } from './accept.ts';

const JSON_TYPE = 'application/json';
const CSV = 'text/csv';

test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['text/html, application/xml', JSON_TYPE],
  ['text/csv', CSV],
  ['TEXT/CSV; Charset=utf-8', CSV],
  ['text/*', CSV],
  ['text/csv, application/json', CSV],
  ['application/json, text/csv', JSON_TYPE],
  ['application/json;q=0.5, text/csv', CSV],
  ['text/csv;q=0.5, application/json; q=0.9', JSON_TYPE],
  ['text/csv; q=0.5, application/json', JSON_TYPE],
  ['text/csv; header=present; q=0.8, application/json; q=0.9', JSON_TYPE],
  ['text/csv; header=present; q=0.8, */*;q=0.1', CSV],
  [`text/csv;${' '.repeat(8_000)}q${' '.repeat(8_000)}x`, CSV],
  ['*/*, text/csv', CSV],
  ['application/*, text/csv;q=0.3', JSON_TYPE],
  ['text/*, text/csv;q=0, application/json;q=0.1', JSON_TYPE],
  ['text/csv;q=0', JSON_TYPE],
])('to who accepts %s, %s is sent', (accept, type) => {
  expect(preferred(accept, [JSON_TYPE, CSV])).toBe(type);
});
