import { Group, Stack } from '@mantine/core';
import { Select } from '../../../shared/form/index.ts';
import { isNumeric } from '../field.ts';
import { CHART } from '../saved-views/index.ts';
import { groupsOf, oneOf, type Change } from '../search.ts';
import { texts } from '../texts.ts';
import { dimensionOf, isAdditive, timeOf, type DrawnProps } from './draw.ts';
import { Largest } from './largest.tsx';
import { Line } from './line.tsx';
import { Series } from './series.tsx';

const USUAL = 'reward_usd';
const MOST_GROUPS = 2;

interface ReportChartProps extends Omit<DrawnProps, 'groups' | 'measure'> {
  readonly onChange: Change;
}

/** Rows in one or two groups have a chart: lines over time, or bars of the largest groups. */
export function ReportChart({ onChange, ...props }: ReportChartProps) {
  const { entry, search } = props;
  const groups = groupsOf(entry, search);
  const unit = timeOf(groups);
  const by = dimensionOf(
    entry,
    groups.find((name) => name !== unit),
  );
  const isSeries = unit !== undefined && by !== undefined;
  const fields = entry.measures.filter(
    (field) =>
      isNumeric(field) && (unit !== undefined || field.can_order) && (!isSeries || isAdditive(field)),
  );
  const wanted = oneOf(search[CHART]) ?? USUAL;
  const measure = fields.find(({ name }) => name === wanted) ?? fields[0];
  const canDraw =
    groups.length <= MOST_GROUPS &&
    (!isSeries || (timeOf([by.name]) === undefined && canNarrow(entry, by.name)));
  if (entry.grouping === null || measure === undefined || !canDraw) return null;
  const drawn = { ...props, groups, measure };
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
      {unit === undefined ? (
        <Largest {...drawn} />
      ) : by === undefined ? (
        <Line {...drawn} unit={unit} />
      ) : (
        <Series {...drawn} unit={unit} by={by} />
      )}
    </Stack>
  );
}

/** Whether a report can be asked for one value of a group. */
const canNarrow = ({ filters }: DrawnProps['entry'], name: string): boolean =>
  filters.some((filter) => filter.name === name);
