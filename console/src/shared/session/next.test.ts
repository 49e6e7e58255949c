import { expect, it } from 'vitest';
import { safeNext } from './next.ts';

it.each(['/withdrawals?q=status%3AFAILED', '/', '/approvals'])('returns to %s after the sign-in', (path) => {
  expect(safeNext(path)).toBe(path);
});

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  7,
  undefined,
  '/sign-in?next=/x',
])('does not lead to %s', (path) => {
  expect(safeNext(path)).toBe('/');
});
