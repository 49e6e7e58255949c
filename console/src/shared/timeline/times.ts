import { formatClock, formatDayOf } from '../text/index.ts';

/** The times as they are read one below the other: with the day where it is another than above. */
export const timesOf = (times: readonly string[]): string[] =>
  times.map((at, index) => {
    const day = formatDayOf(at);
    const before = times[index - 1];
    return before !== undefined && formatDayOf(before) === day
      ? formatClock(at)
      : `${day}, ${formatClock(at)}`;
  });
