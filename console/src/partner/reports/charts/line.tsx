import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Legend, TimeChart } from '../../../shared/figures/index.ts';
import type { Unit } from '../../../shared/period/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { formatSpan } from '../../../shared/text/index.ts';
import { useReads } from '../../viewed.ts';
import { pairSlots } from '../comparison/index.ts';
import { namesOf } from '../parameters.ts';
import { slotsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { bySlot, HEIGHT, slotsOf, textOf, type DrawnProps } from './draw.ts';
import { TooMany } from './too-many.tsx';

/** A measure over time and, if the report is compared, that of the days before below the same places. */
export function Line({ unit, ...props }: DrawnProps & { unit: Unit }) {
  const { entry, query, measure, comparison } = props;
  const reads = useReads();
  const now = useQuery(slotsQuery(reads, entry.name, query));
  const before = useQuery({
    ...slotsQuery(reads, entry.name, comparison?.query ?? query),
    enabled: comparison !== undefined,
  });
  const failed = [now, before].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <Problem error={failed.error} names={namesOf(entry)} onRetry={() => void failed.refetch()} />;
  }
  if (now.data === undefined || (comparison !== undefined && before.data === undefined)) {
    return <Skeleton height={HEIGHT} />;
  }
  if (now.data === null || before.data === null) return <TooMany />;
  const rows = bySlot(now.data, unit);
  const slots = slotsOf(props, unit, now.data);
  const values = slots.map((slot) => Number(textOf(rows.get(slot), measure)));
  const label = texts.chart.label(texts.field(measure.name), texts.field(unit));
  if (comparison === undefined) return <TimeChart label={label} slots={slots} lines={[values]} />;
  const pairs = pairSlots(unit, comparison.days);
  const earlier = bySlot(before.data ?? [], unit);
  return (
    <>
      <TimeChart
        label={texts.chart.compared(label)}
        slots={slots}
        lines={[
          values,
          slots.map((slot) => {
            const pair = pairs.get(slot);
            return pair === undefined ? null : Number(textOf(earlier.get(pair), measure));
          }),
        ]}
      />
      <Legend
        label={texts.chart.lines}
        lines={[comparison.days.now, comparison.days.before].map(({ from, to }) => ({
          key: from,
          name: formatSpan(from, to),
        }))}
      />
    </>
  );
}
