import { Skeleton } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Legend, LINES, TimeChart } from '../../../shared/figures/index.ts';
import { groupDigits } from '../../../shared/money/index.ts';
import type { Unit } from '../../../shared/period/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { useReads } from '../../viewed.ts';
import { toText, valueOf, type Field } from '../field.ts';
import { namesOf } from '../parameters.ts';
import type { Row } from '../open-report.ts';
import { largestQuery, slotsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { bySlot, groupName, HEIGHT, slotsOf, textOf, type DrawnProps } from './draw.ts';
import { othersOf, ownLines, sumOf } from './others.ts';
import { TooMany } from './too-many.tsx';

/** One line is for the others. */
const MOST_SERIES = LINES.length - 1;

interface SeriesProps extends DrawnProps {
  readonly unit: Unit;
  /** The group that each line has a value of. */
  readonly by: Field;
}

/** A measure over time for the largest groups, and for all others together. */
export function Series({ unit, by, ...props }: SeriesProps) {
  const { entry, query, measure } = props;
  const reads = useReads();
  const largest = useQuery(largestQuery(reads, entry.name, { ...query, group_by: [by.name] }, measure.name));
  const ask = (narrower: object) =>
    slotsQuery(reads, entry.name, { ...query, group_by: [unit], ...narrower });
  const all = useQuery(ask({}));
  const shown = ownLines(
    (largest.data ?? []).map((row) => ({
      value: toText(valueOf(row, by, [by.name])),
      amount: textOf(row, measure),
      name: groupName(row, by, [by.name]),
    })),
    MOST_SERIES,
  );
  const parts = useQueries({
    queries: shown.map(({ value }) => ask({ [by.name]: [value] })),
  });
  const reading = [largest, all, ...parts];
  const failed = reading.find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <Problem error={failed.error} names={namesOf(entry)} onRetry={() => void failed.refetch()} />;
  }
  if (all.data === undefined || reading.some(({ data }) => data === undefined)) {
    return <Skeleton height={HEIGHT} />;
  }
  if (all.data === null) return <TooMany />;
  const slots = slotsOf(props, unit, all.data);
  const valuesOf = (rows: readonly Row[]): readonly string[] => {
    const found = bySlot(rows, unit);
    return slots.map((slot) => textOf(found.get(slot), measure));
  };
  const series = shown.map(({ value, name }, place) => ({
    key: `is ${value}`,
    name,
    values: valuesOf(parts[place]?.data ?? []),
  }));
  const others = othersOf(
    valuesOf(all.data),
    series.map(({ values }) => values),
    largest.data?.length ?? 0,
  );
  const lines = [
    ...series,
    ...(others === undefined ? [] : [{ key: 'others', name: texts.chart.others, values: others }]),
  ];
  const label = texts.chart.series(texts.field(measure.name), texts.field(unit), texts.field(by.name));
  return (
    <>
      <TimeChart label={label} slots={slots} lines={lines.map(({ values }) => values.map(Number))} />
      <Legend
        label={texts.chart.lines}
        lines={lines.map(({ key, name, values }) => {
          const sum = sumOf(values);
          return { key, name, value: sum, shown: groupDigits(sum) };
        })}
      />
    </>
  );
}
