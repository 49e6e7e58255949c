import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { BalanceHistory, Flows } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Bars, Behind, TimeChart } from '../../shared/figures/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { periodOf, periodSearch, PeriodSwitch, today } from '../../shared/period/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { nameColumn, PlainTable, type Column } from '../../shared/table/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { namesOf } from '../venues/names-of.ts';
import { venuesQuery } from '../venues/queries.ts';
import { historyQuery, isKept } from './queries.ts';
import { texts } from './texts.ts';

const { history: t } = texts;

interface Kept {
  readonly balances: BalanceHistory;
  readonly flows: Flows;
  /** The last day on which anything was kept. */
  readonly latest: BalanceHistory['days'][number] | undefined;
}

/** The desk over time: what it was worth, and what came in and went out. */
export default function History() {
  const { search, change } = useAddress(periodSearch);
  const name = search.period ?? '90d';
  const period = periodOf(name, today());
  return (
    <Section
      title={t.title}
      description={t.about(period.from, period.to)}
      actions={<PeriodSwitch value={name} onChange={(chosen) => change({ period: chosen })} />}
    >
      <Loaded query={useQuery(historyQuery(period))} height={320}>
        {(kept) =>
          kept.latest === undefined ? (
            <Text size="sm" c="dimmed">
              {t.none}
            </Text>
          ) : (
            <Charts {...kept} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Charts({ balances, flows, latest }: Kept) {
  const { currency } = balances;
  const { data: venues = [] } = useQuery(venuesQuery());
  const firstKept = balances.days.findIndex(isKept);
  const gaps = balances.days.slice(firstKept).filter(({ value }) => value === null).length;
  const flowGaps = flows.days.filter(({ values }) => values.deposits === null || values.withdrawals === null);
  const slots = balances.days.map(({ day }) => day);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="md">
        <Part title={t.value} note={gaps > 0 ? t.gaps(gaps) : undefined}>
          <TimeChart
            label={t.valueChart(currency)}
            slots={slots}
            lines={[balances.days.map(({ value }) => pixelsOf(value))]}
          />
        </Part>
        <Part
          title={t.flows}
          about={t.flowsAbout}
          note={flowGaps.length > 0 ? t.flowGaps(flowGaps.length) : undefined}
        >
          <TimeChart
            label={t.flowsChart(currency)}
            slots={slots}
            lines={[
              flows.days.map(({ values }) => pixelsOf(values.deposits)),
              flows.days.map(({ values }) => pixelsOf(values.withdrawals)),
            ]}
          />
        </Part>
      </SimpleGrid>
      {latest !== undefined && (
        <Part title={t.venues(latest.day)}>
          <Bars
            label={t.venues(latest.day)}
            bars={latest.venues.map(({ venue, value }) => ({
              key: venue,
              label: namesOf([venue], venues)[0],
              value: value ?? '0',
              shown: value === null ? t.unknown : `${shown(value)} ${currency}`,
            }))}
          />
        </Part>
      )}
      <Behind title={t.table}>
        <PlainTable
          name={t.table}
          columns={columnsOf(currency)}
          rows={rowsOf(balances, flows)}
          idOf={({ day }) => day}
        />
      </Behind>
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly about?: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

const Part = ({ title, about, note, children }: PartProps) => (
  <Stack gap="xs">
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      {about !== undefined && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
    </div>
    {children}
    {note !== undefined && (
      <Text size="sm" c="var(--quaestor-warn)">
        {note}
      </Text>
    )}
  </Stack>
);

const pixelsOf = (value: string | null): number | null => (value === null ? null : Number(value));

const shown = (value: string | null): string => (value === null ? t.unknown : roundDigits(value, 2));

interface Row {
  readonly day: string;
  readonly value: string | null;
  readonly deposits: string | null;
  readonly withdrawals: string | null;
  readonly fees: string | null;
}

/** Newest first. */
function rowsOf(balances: BalanceHistory, flows: Flows): readonly Row[] {
  const values = new Map(balances.days.map(({ day, value }) => [day, value]));
  return flows.days
    .map(({ day, values: { deposits, withdrawals, fees } }) => ({
      day,
      value: values.get(day) ?? null,
      deposits,
      withdrawals,
      fees,
    }))
    .toReversed();
}

const valueColumn = (id: Exclude<keyof Row, 'day'>, header: string): Column<Row> => ({
  id,
  header,
  align: 'right',
  text: (row) => row[id] ?? '',
  cell: (row) => <span title={row[id] ?? undefined}>{shown(row[id])}</span>,
});

const columnsOf = (currency: string): readonly Column<Row>[] => [
  nameColumn('day', t.columns.day, ({ day }) => formatDay(day)),
  valueColumn('value', t.columns.value(currency)),
  valueColumn('deposits', t.columns.deposits),
  valueColumn('withdrawals', t.columns.withdrawals),
  valueColumn('fees', t.columns.fees),
];
