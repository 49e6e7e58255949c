import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Select } from '../../shared/form/index.ts';
import { Bars, TimeChart } from '../../shared/figures/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useReads } from '../viewed.ts';
import { isNumeric, toText, valueOf, type Field } from './field.ts';
import type { Row } from './open-report.ts';
import { namesOf } from './parameters.ts';
import { chartQuery } from './queries.ts';
import { CHART } from './saved.ts';
import { groupsOf, oneOf, type ReportQuery, type AskedProps, type Change } from './search.ts';
import { texts } from './texts.ts';

const TIMES = new Set(['day', 'week', 'month', 'year']);
const HEIGHT = 220;
const USUAL = 'reward_usd';

interface ReportChartProps extends AskedProps {
  readonly query: ReportQuery;
  readonly onChange: Change;
}

/** Rows in groups of one kind have a chart: a line over time, or bars of the largest groups. */
export function ReportChart({ entry, search, query, onChange }: ReportChartProps) {
  const groups = groupsOf(entry, search);
  const isTime = TIMES.has(groups[0] ?? '');
  const fields = entry.measures.filter((field) => isNumeric(field) && (isTime || field.can_order));
  const wanted = oneOf(search[CHART]) ?? USUAL;
  const measure = fields.find(({ name }) => name === wanted) ?? fields[0];
  const group = groups.length === 1 ? entry.dimensions.find(({ name }) => name === groups[0]) : undefined;
  const { data, error, refetch } = useQuery({
    ...chartQuery(useReads(), entry.name, query, isTime ? undefined : measure?.name),
    enabled: group !== undefined && measure !== undefined,
  });
  if (entry.grouping === null || group === undefined || measure === undefined) return null;
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={HEIGHT} />
    ) : (
      <Problem error={error} names={namesOf(entry)} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) return null;
  const labels = data.map((row) => toText(valueOf(row, group, groups)));
  const [of, by] = [texts.field(measure.name), texts.field(group.name)];
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <Select
          aria-label={texts.chart.measure}
          size="xs"
          w={200}
          searchable
          allowDeselect={false}
          data={fields.map(({ name }) => ({ value: name, label: texts.field(name) }))}
          value={measure.name}
          onChange={(name) => onChange({ [CHART]: name ?? undefined })}
        />
      </Group>
      {isTime ? (
        <TimeChart
          label={texts.chart.label(of, by)}
          slots={labels}
          values={data.map((row) => Number(textOf(row, measure)))}
        />
      ) : (
        <Bars
          label={texts.chart.largest(of, by)}
          bars={data.map((row, place) => {
            const value = textOf(row, measure);
            const label = labels[place] ?? '';
            return {
              key: label,
              label: label === '' ? texts.chart.unknown : label,
              value,
              shown: groupDigits(value),
            };
          })}
        />
      )}
    </Stack>
  );
}

/** What is not known is drawn as nothing. */
const textOf = (row: Row, measure: Field): string => toText(row[measure.name]) || '0';
