import { expect, it } from 'vitest';
import { timesOf } from './times.ts';

it('says the day wherever it is another than above', () => {
  expect(
    timesOf(['2026-01-30T23:59:58Z', '2026-01-30T23:59:59Z', '2026-02-02T00:00:01Z', '2026-02-02T08:00:00Z']),
  ).toEqual(['30 Jan 2026, 23:59:58 UTC', '23:59:59 UTC', '2 Feb 2026, 00:00:01 UTC', '08:00:00 UTC']);
});
