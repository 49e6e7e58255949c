import { Button, Group, Pill } from '@mantine/core';
import { isDay, isUsualDay } from '../../../shared/period/index.ts';
import { formatDay, formatList } from '../../../shared/text/index.ts';
import { valueName } from '../field.ts';
import { asksOf, type Range } from '../parameters.ts';
import { withRange } from '../periods.ts';
import { listOf, oneOf, type ReportSearch, type AskedProps, type Change } from '../search.ts';
import { texts } from '../texts.ts';

const { controls: t } = texts;

/** The filters that narrow the report now. */
export function ActiveFilters({ entry, search, onChange }: AskedProps & { onChange: Change }) {
  const active = activeOf({ entry, search });
  if (active.length === 0) return null;
  const without = active.reduce<ReportSearch>((all, each) => ({ ...all, ...each.without }), {});
  return (
    <Group gap="xs">
      {active.map(({ name, value, without: one }) => (
        <Pill
          key={Object.keys(one).join()}
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

interface ActiveFilter {
  readonly name: string;
  readonly value: string;
  /** The part of the address that removes it. */
  readonly without: ReportSearch;
}

/** The filters that narrow a report now. Its dates have a field of their own, which shows only two days. */
export function activeOf({ entry, search }: AskedProps): readonly ActiveFilter[] {
  const { period, ranges, others } = asksOf(entry);
  const endsOf = ({ from, to }: Range) => [oneOf(search[from]), oneOf(search[to])] as const;
  const isShown = period === undefined || endsOf(period).every(isUsualDay);
  return [
    ...[...(isShown ? [] : [period]), ...ranges].flatMap((range): ActiveFilter[] => {
      const [from, to] = endsOf(range).map((end) => (isDay(end) ? formatDay(end) : end));
      if (from === undefined && to === undefined) return [];
      return [{ name: range.name, value: t.range(from, to), without: withRange(range) }];
    }),
    ...others.flatMap((parameter): ActiveFilter[] => {
      const { name, is_list: isList } = parameter;
      const values = isList ? listOf(search[name]) : [oneOf(search[name]) ?? []].flat();
      if (values.length === 0) return [];
      const value = formatList(values.map((each) => valueName(parameter, each)));
      return [{ name, value, without: { [name]: undefined } }];
    }),
  ];
}
