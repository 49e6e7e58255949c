import { formatClock, formatDay } from '../text/index.ts';

/** The times as they are read one below the other: with the day where it is another than above. */
export const timesOf = (times: readonly string[]): string[] =>
  times.map((at, index) => {
    const day = formatDay(at);
    const before = times[index - 1];
    return before !== undefined && formatDay(before) === day ? formatClock(at) : `${day}, ${formatClock(at)}`;
  });
