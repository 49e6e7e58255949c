import { expect, it } from 'vitest';
import { beginWith, follow, overtake, touched } from './edited.ts';

const first = { etag: '1' };
const second = { etag: '2' };
const third = { etag: '3' };

it('a form that nobody has touched follows what is read', () => {
  const begun = beginWith(first);
  expect(follow(begun, { ...first })).toBe(begun);
  expect(follow(begun, second)).toEqual(beginWith(second));
});

it('what a person typed stays, and is saved over no version that they do not know of', () => {
  const typed = touched(beginWith(first));
  expect(follow(typed, second)).toBe(typed);
  expect(typed.known).toBe(first);
});

it('after a refusal the person keeps what they typed, and the next try replaces the newest version', () => {
  const overtaken = overtake(touched(beginWith(first)), second);
  expect(overtaken).toEqual({ begun: first, known: second, isTouched: true });
  expect(follow(overtaken, third)).toBe(overtaken);
  expect(overtake(overtaken, third).known).toBe(third);
});
