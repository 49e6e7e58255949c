import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, type Outage } from './decide.ts';

const MINUTE_MS = 60_000;
const LASTING_MINUTES = 5;

/** Looks at a venue once a minute. Returns at which looks a message is sent. */
function watch(looks: readonly boolean[]): number[] {
  let outage: Outage | undefined;
  return looks.flatMap((isLive, minute) => {
    const { after, isNoticed } = decide(outage, isLive, new Date(minute * MINUTE_MS));
    outage = after;
    return isNoticed ? [minute] : [];
  });
}

const looks = (text: string): boolean[] => text.split('').map((look) => look === 'L');

test.each([
  ['LLLL', []],
  ['LDDDDD', []],
  ['LDDDDDD', [6]],
  ['LDDDDDDDDDDDDDDDDDDDD', [6]],
  ['DDDDLDDDDLDDDDLDDDDL', []],
  ['DDDDDDLDDDDDDDDD', [5]],
  ['DDDDDDLLLLDDDDDDDDD', [5]],
  ['DDDDDDLLLLLLDDDDDDDDD', [5, 17]],
])('an outage causes one message when it lasts, and none while it comes and goes: %s', (text, noticed) => {
  expect(watch(looks(text))).toEqual(noticed);
});

/** A second opinion: it looks at the whole course at once. */
function model(course: readonly boolean[]): number[] {
  const lasted = (minute: number, isLive: boolean) =>
    minute >= LASTING_MINUTES &&
    course.slice(minute - LASTING_MINUTES, minute + 1).every((look) => look === isLive);
  const noticed: number[] = [];
  let isKnown = false;
  for (const minute of course.keys()) {
    if (isKnown && lasted(minute, true)) isKnown = false;
    else if (!isKnown && lasted(minute, false)) {
      isKnown = true;
      noticed.push(minute);
    }
  }
  return noticed;
}

test('whatever the course, one message comes for each outage', () => {
  const course = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 9 })), { maxLength: 20 });
  fc.assert(
    fc.property(course, (parts) => {
      const all = parts.flatMap(([isLive, minutes]) => Array.from({ length: minutes }, () => isLive));
      expect(watch(all)).toEqual(model(all));
    }),
  );
});
