import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Before } from '../../shared/figures/index.ts';
import { IconReportOff } from '../../shared/icons/index.ts';
import { TextLink, type Place } from '../../shared/link/index.ts';
import { Aligned, mostDecimals } from '../../shared/money/index.ts';
import { Empty } from '../../shared/parts/index.ts';
import { DataTable, type Column } from '../../shared/table/index.ts';
import { today } from '../../shared/period/index.ts';
import { Country, formatDay, formatSpan, formatTime } from '../../shared/text/index.ts';
import { summaryQuery } from '../overview/queries.ts';
import { useReads } from '../viewed.ts';
import type { Comparison } from './comparison/index.ts';
import {
  inPoints,
  isCountry,
  isIdentifier,
  isNumeric,
  toShown,
  toText,
  valueOf,
  type Field,
} from './field.ts';
import { fileName } from './downloads/index.ts';
import type { Row } from './open-report.ts';
import type { Placed, useReport } from './queries.ts';
import { listOf, nextOrdering, type AskedProps, type Change, type ReportQuery } from './search.ts';
import classes from './reports.module.css';
import { texts } from './texts.ts';
import { hidesZeros, isPaused, isZero, MOST_SKIPPED } from './zeros.ts';

interface ReportTableProps extends AskedProps {
  readonly report: ReturnType<typeof useReport>;
  readonly groups: readonly string[];
  readonly shown: readonly Field[];
  readonly query: ReportQuery;
  readonly comparison: Comparison | undefined;
  readonly onChange: Change;
}

/** There is more, which a person asks for. */
const WAIT = () => {};

/** The rows. Those of orders and rewards lead to how they came about. */
export function ReportTable(props: ReportTableProps) {
  const { entry, search, report, groups, shown, query, comparison, onChange } = props;
  const { rows: all, total, onEnd: readOn, isPending, isLoading } = report;
  const [wanted, setWanted] = useState(0);
  const ordering = listOf(search['ordering']);
  const before = comparison?.before;
  const hides = hidesZeros(search);
  const names = shown.map(({ name }) => name).join();
  const rows = useMemo(() => {
    if (!hides) return all;
    const isNothing = (row: Row | null | undefined) => !row || isZero(row, shown, groups);
    return all.filter(({ row }) => !isNothing(row) || !isNothing(before?.(row)));
    // oxlint-disable-next-line react/exhaustive-deps -- the names stand for the fields that are shown
  }, [all, hides, before, names, groups.join()]);
  const columns = useMemo(
    () =>
      shown.map((field) => ({
        ...columnOf(field, groups, rows, before),
        ...(field.can_order && {
          sort: {
            direction: directionOf(field.name, ordering),
            onSort: () => onChange({ ordering: nextOrdering(field.name, ordering) }),
          },
        }),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- the others change with these, or read the present address
    [entry, groups.join(), names, rows, before, ordering.join()],
  );
  if (!isPending && all.length === 0) return <NoRows report={entry.name} />;
  const why = WHY[entry.name];
  const name = texts.names[entry.name] ?? texts.field(entry.name);
  const hidden = all.length - rows.length;
  const waits = readOn !== undefined && isPaused(all.length, rows.at(-1)?.place ?? -1, wanted);
  const notes = [
    ...(comparison === undefined ? [] : [aboutComparison(comparison)]),
    ...(hidden === 0 ? [] : [texts.zeros.hidden(hidden)]),
  ];
  return (
    <>
      {notes.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed" aria-live="polite">
            {notes.join(' ')}
          </Text>
          {waits && (
            <Button variant="default" size="compact-sm" onClick={() => setWanted(all.length + MOST_SKIPPED)}>
              {texts.zeros.more}
            </Button>
          )}
        </Group>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what is wider than the screen */}
      <div className={classes.wide} role="region" aria-label={texts.region(name)} tabIndex={0}>
        <DataTable
          name={name}
          file={fileName(entry, query, today())}
          columns={columns}
          rows={rows}
          idOf={({ place }) => String(place)}
          total={hidden === 0 ? total : undefined}
          onEnd={waits ? WAIT : readOn}
          isLoading={isLoading}
          to={why && (({ row }) => why(row))}
        />
      </div>
    </>
  );
}

function aboutComparison({ days, before, tooMany }: Comparison): string {
  const { comparison: t } = texts;
  const span = formatSpan(days.before.from, days.before.to);
  if (tooMany !== undefined) return t.tooMany(span, tooMany);
  return before === undefined ? t.withTotals(span) : t.with(span);
}

/** Reports that say nothing about the clients of partners below. */
const OF_OWN_CLIENTS = new Set([
  'performance',
  'ib_performance',
  'advanced_tqi',
  'clients',
  'client_accounts',
  'orders',
  'symbols',
]);

/** Who earns from partners below also learns where that is. */
function NoRows({ report }: { report: string }) {
  const { data } = useQuery({ ...summaryQuery(useReads()), enabled: OF_OWN_CLIENTS.has(report) });
  const hasOthers = data !== undefined && data.subpartners_count > 0;
  return (
    <Empty
      icon={<IconReportOff size={32} />}
      title={texts.empty.title}
      action={
        hasOthers && (
          <TextLink to="/reports/$report" params={{ report: 'second_level_rewards' }} size="sm">
            {texts.empty.below}
          </TextLink>
        )
      }
    >
      {hasOthers ? texts.empty.ownClients : texts.empty.text}
    </Empty>
  );
}

/** Where a row is explained. */
const WHY: Readonly<Record<string, (row: Placed['row']) => Place>> = {
  orders: ({ order_id: id }) => ({ to: '/rewards/orders/$order', params: { order: toText(id) } }),
  rewards: ({ id }) => ({ to: '/rewards/credited/$id', params: { id: toText(id) } }),
  progress_reward: ({ compensation_id: id }) => ({ to: '/rewards/progress/$id', params: { id: toText(id) } }),
};

function directionOf(name: string, ordering: readonly string[]) {
  if (ordering.includes(name)) return 'ascending' as const;
  return ordering.includes(`-${name}`) ? ('descending' as const) : ('none' as const);
}

function columnOf(
  field: Field,
  groups: readonly string[],
  rows: readonly Placed[],
  before: Comparison['before'],
): Column<Placed> {
  const read = ({ row }: Placed) => valueOf(row, field, groups);
  const base = {
    id: field.name,
    header: texts.header(field.name, field.unit),
    text: (placed: Placed) => toShown(read(placed), field),
  };
  if (!isNumeric(field))
    return { ...base, cell: (placed) => <Shown text={base.text(placed)} field={field} /> };
  // Numbers that only name something have no digits in groups.
  if (isIdentifier(field)) return { ...base, align: 'right', cell: base.text };
  const decimals = mostDecimals(rows.map(base.text));
  return {
    ...base,
    align: 'right',
    cell: (placed) => {
      const text = base.text(placed);
      const shown = text === '' ? <None /> : <Aligned decimal={text} decimals={decimals} />;
      if (before === undefined || groups.includes(field.name)) return shown;
      const earlier = before(placed.row);
      const was = earlier === null ? '' : toShown(valueOf(earlier, field, groups), field);
      return (
        <div style={{ textAlign: 'right' }}>
          {shown}
          <Before
            now={text === '' ? null : text}
            before={was === '' ? null : was}
            none={texts.none}
            inPoints={inPoints(field)}
          />
        </div>
      );
    },
  };
}

const None = () => (
  <Text span inherit c="dimmed">
    {texts.none}
  </Text>
);

function Shown({ text, field }: { text: string; field: Field }) {
  const { type } = field;
  if (text === '') return <None />;
  if (isCountry(field)) return <Country code={text} />;
  if (type === 'date') return formatDay(text);
  return type === 'date-time' ? formatTime(text) : text;
}
