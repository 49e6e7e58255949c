import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { IconReportOff } from '../../shared/icons/index.ts';
import { TextLink, type Place } from '../../shared/link/index.ts';
import { Aligned, mostDecimals } from '../../shared/money/index.ts';
import { Empty } from '../../shared/parts/index.ts';
import { DataTable, type Column } from '../../shared/table/index.ts';
import { formatDay, formatTime } from '../../shared/text/index.ts';
import { summaryQuery } from '../overview/queries.ts';
import { useReads } from '../viewed.ts';
import { isIdentifier, isNumeric, toShown, toText, valueOf, type Field } from './field.ts';
import type { Placed, useReport } from './queries.ts';
import { listOf, nextOrdering, type AskedProps, type Change } from './search.ts';
import classes from './reports.module.css';
import { texts } from './texts.ts';

interface ReportTableProps extends AskedProps {
  readonly report: ReturnType<typeof useReport>;
  readonly groups: readonly string[];
  readonly shown: readonly Field[];
  readonly onChange: Change;
}

/** The rows. Those of orders and rewards lead to how they came about. */
export function ReportTable({ entry, search, report, groups, shown, onChange }: ReportTableProps) {
  const { rows, total, onEnd, isPending, isLoading } = report;
  const ordering = listOf(search['ordering']);
  const columns = useMemo(
    () =>
      shown.map((field) => ({
        ...columnOf(field, groups, rows),
        ...(field.can_order && {
          sort: {
            direction: directionOf(field.name, ordering),
            onSort: () => onChange({ ordering: nextOrdering(field.name, ordering) }),
          },
        }),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- the others change with these, or read the present address
    [entry, groups.join(), shown.map(({ name }) => name).join(), rows, ordering.join()],
  );
  if (!isPending && rows.length === 0) return <NoRows report={entry.name} />;
  const why = WHY[entry.name];
  const name = texts.names[entry.name] ?? texts.field(entry.name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what is wider than the screen
    <div className={classes.wide} role="region" aria-label={texts.region(name)} tabIndex={0}>
      <DataTable
        name={name}
        columns={columns}
        rows={rows}
        idOf={({ place }) => String(place)}
        total={total}
        onEnd={onEnd}
        isLoading={isLoading}
        to={why && (({ row }) => why(row))}
      />
    </div>
  );
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

function columnOf(field: Field, groups: readonly string[], rows: readonly Placed[]): Column<Placed> {
  const read = ({ row }: Placed) => valueOf(row, field, groups);
  const base = {
    id: field.name,
    header: texts.header(field.name, field.unit),
    text: (placed: Placed) => toShown(read(placed), field),
  };
  if (!isNumeric(field))
    return { ...base, cell: (placed) => <Shown text={base.text(placed)} type={field.type} /> };
  // Numbers that only name something have no digits in groups.
  if (isIdentifier(field)) return { ...base, align: 'right', cell: base.text };
  const decimals = mostDecimals(rows.map(base.text));
  return {
    ...base,
    align: 'right',
    cell: (placed) => {
      const text = base.text(placed);
      return text === '' ? <None /> : <Aligned decimal={text} decimals={decimals} />;
    },
  };
}

const None = () => (
  <Text span inherit c="dimmed">
    {texts.none}
  </Text>
);

function Shown({ text, type }: { text: string; type: Field['type'] }) {
  if (text === '') return <None />;
  if (type === 'date') return formatDay(text);
  return type === 'date-time' ? formatTime(text) : text;
}
