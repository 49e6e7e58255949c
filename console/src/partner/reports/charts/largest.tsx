import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bars } from '../../../shared/figures/index.ts';
import { groupDigits } from '../../../shared/money/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { formatList } from '../../../shared/text/index.ts';
import { useReads } from '../../viewed.ts';
import { toText, valueOf } from '../field.ts';
import { namesOf } from '../parameters.ts';
import { largestQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { dimensionOf, groupName, HEIGHT, isAdditive, textOf, type DrawnProps } from './draw.ts';
import { othersOf } from './others.ts';

/** The largest groups as bars. Of two groups, what all others come to is a bar as well. */
export function Largest({ entry, query, groups, measure, totals }: DrawnProps) {
  const { data, error, refetch } = useQuery(largestQuery(useReads(), entry.name, query, measure.name));
  if (error !== null) return <Problem error={error} names={namesOf(entry)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={HEIGHT} />;
  const fields = groups.flatMap((name) => dimensionOf(entry, name) ?? []);
  const bars = data.map((row) => ({
    key: fields.map((field) => toText(valueOf(row, field, groups))).join(' '),
    label: fields.map((field) => groupName(row, field, groups)).join(', '),
    value: textOf(row, measure),
  }));
  const total = toText(totals[measure.name]);
  const rest =
    fields.length > 1 && isAdditive(measure) && total !== ''
      ? othersOf(
          [total],
          bars.map(({ value }) => [value]),
          Number(totals['count']),
        )
      : undefined;
  const others = (rest ?? []).map((value) => ({ key: 'others', label: texts.chart.others, value }));
  return (
    <Bars
      label={texts.chart.largest(
        texts.field(measure.name),
        formatList(fields.map(({ name }) => texts.field(name))),
      )}
      bars={[...bars, ...others].map((bar) => ({ ...bar, shown: groupDigits(bar.value) }))}
    />
  );
}
