import { Button, Group, Pill } from '@mantine/core';
import { formatDay, formatList } from '../../shared/text/index.ts';
import { valueName } from './field.ts';
import { asksOf } from './parameters.ts';
import { withRange } from './periods.ts';
import { listOf, oneOf, type ReportSearch, type AskedProps, type Change } from './search.ts';
import { texts } from './texts.ts';

const { controls: t } = texts;

/** The filters that narrow the report now. */
export function ActiveFilters({ entry, search, onChange }: AskedProps & { onChange: Change }) {
  const { ranges, others } = asksOf(entry);
  const active = [
    ...ranges.flatMap((range) => {
      const { name, from, to } = range;
      const days = [from, to].map((end) => oneOf(search[end])).map((day) => day && formatDay(day));
      return days.every((day) => day === undefined)
        ? []
        : [{ name, value: t.range(days[0], days[1]), without: withRange(range) }];
    }),
    ...others.flatMap((parameter) => {
      const { name } = parameter;
      const values = listOf(search[name]);
      return values.length === 0
        ? []
        : [
            {
              name,
              value: formatList(values.map((value) => valueName(parameter, value))),
              without: { [name]: undefined },
            },
          ];
    }),
  ];
  if (active.length === 0) return null;
  const without = active.reduce<ReportSearch>((all, each) => ({ ...all, ...each.without }), {});
  return (
    <Group gap="xs">
      {active.map(({ name, value, without: one }) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t.remove(texts.field(name)), 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => onChange(one)}
          maw="100%"
        >
          {t.active(texts.field(name), value)}
        </Pill>
      ))}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(without)}>
        {t.clear}
      </Button>
    </Group>
  );
}
