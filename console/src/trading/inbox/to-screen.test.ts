import { expect, it } from 'vitest';
import { toScreen } from './to-screen.ts';

it('counts what is on other pages, and leaves out what the reader is a party of', () => {
  const content = [
    { id: 'a', cannotVote: 'OWN' },
    { id: 'b', cannotVote: 'NOT_APPROVER' },
    { id: 'c', cannotVote: null },
    { id: 'd', cannotVote: 'VOTED' },
  ] as const;
  const { payments, count } = toScreen({ content, totalElements: 24 });
  expect(payments.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(count).toBe(22);
});
