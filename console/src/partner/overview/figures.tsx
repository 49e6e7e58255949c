import { SimpleGrid, Stack } from '@mantine/core';
import type { PerformanceRow } from '@quaestor/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { Big } from 'big.js';
import { useMemo } from 'react';
import { Behind, Change, Figure, Sparkline } from '../../shared/figures/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { slotsOf, unitOf, type Period, type PeriodName } from '../../shared/period/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { PlainTable, type Column } from '../../shared/table/index.ts';
import { formatInteger } from '../../shared/text/index.ts';
import { Dimmed } from './dimmed.tsx';
import { texts } from './texts.ts';

type Measures = Pick<PerformanceRow, 'reward_usd' | 'volume_mln_usd' | 'registration_count' | 'conversion'>;
type Slot = Measures & { readonly slot: string };

const NOTHING: Measures = { reward_usd: '0', volume_mln_usd: '0', registration_count: 0, conversion: null };
const percentOf = (fraction: string): string => new Big(fraction).times(100).toFixed();

interface Shown {
  readonly label: string;
  readonly unit?: string;
  readonly valueOf: (row: Measures) => string | number | null;
  readonly show: (row: Measures) => string;
  readonly exact: (row: Measures) => string | undefined;
  readonly inPoints?: boolean;
}

const FIGURES: readonly Shown[] = [
  {
    label: texts.figures.rewards,
    unit: texts.figures.usd,
    valueOf: ({ reward_usd: value }) => value,
    show: ({ reward_usd: value }) => roundDigits(value, 2),
    exact: ({ reward_usd: value }) => value,
  },
  {
    label: texts.figures.volume,
    unit: texts.figures.millions,
    valueOf: ({ volume_mln_usd: value }) => value,
    show: ({ volume_mln_usd: value }) => roundDigits(value, 2),
    exact: ({ volume_mln_usd: value }) => value,
  },
  {
    label: texts.figures.clients,
    valueOf: ({ registration_count: value }) => value,
    show: ({ registration_count: value }) => formatInteger(value),
    exact: () => undefined,
  },
  {
    label: texts.figures.conversion,
    valueOf: ({ conversion: value }) => value,
    show: ({ conversion: value }) =>
      value === null ? texts.figures.none : `${roundDigits(percentOf(value), 2)} %`,
    exact: ({ conversion: value }) => (value === null ? undefined : `${percentOf(value)} %`),
    inPoints: true,
  },
];

interface PeriodFigures {
  readonly period: Period;
  /** The period that it is compared with. */
  readonly before: Period;
  readonly rows: readonly (Measures & { readonly group_fields: readonly string[] })[];
  readonly totals: Measures;
  readonly previous: Measures;
}

interface FiguresProps {
  readonly name: PeriodName;
  readonly figures: Pick<UseQueryResult<PeriodFigures>, 'data' | 'error' | 'refetch'>;
  /** What the figures leave out. */
  readonly about: string;
}

/** What was earned, against the period before, day by day. */
export const Figures = ({ name, figures, about }: FiguresProps) => (
  <Loaded query={figures} height={150}>
    {(data) => <FiguresOf name={name} figures={data} about={about} />}
  </Loaded>
);

function FiguresOf({ name, figures, about }: Omit<FiguresProps, 'figures'> & { figures: PeriodFigures }) {
  const { period, before, totals, previous } = figures;
  const slots = useMemo(() => {
    const rows = new Map(figures.rows.map((row) => [row.group_fields[0] ?? '', row]));
    return slotsOf(name, period).map((slot): Slot => ({ ...(rows.get(slot) ?? NOTHING), slot }));
  }, [figures.rows, name, period]);
  const unit = unitOf(name);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
        {FIGURES.map(({ label, unit: of, valueOf, show, exact, inPoints }) => (
          <Figure
            key={label}
            label={label}
            value={show(totals)}
            exact={exact(totals)}
            unit={of}
            note={
              <Change
                now={valueOf(totals)}
                before={valueOf(previous)}
                than={texts.compared(before.from, before.to)}
                inPoints={inPoints ?? false}
              />
            }
          >
            <Sparkline
              label={texts.chart(label, unit)}
              values={slots.map((slot) => Number(valueOf(slot) ?? 0))}
            />
          </Figure>
        ))}
      </SimpleGrid>
      <Dimmed>{about}</Dimmed>
      <Behind title={texts.table[unit]}>
        <PlainTable
          name={texts.table[unit]}
          columns={columnsOf(texts.columns[unit])}
          rows={slots}
          idOf={({ slot }) => slot}
        />
      </Behind>
    </Stack>
  );
}

const columnsOf = (time: string): readonly Column<Slot>[] => [
  { id: 'slot', header: time, cell: ({ slot }) => slot, text: ({ slot }) => slot },
  ...FIGURES.map(({ label, unit, show }): Column<Slot> => ({
    id: label,
    header: unit === undefined ? label : `${label}, ${unit}`,
    cell: show,
    text: show,
    align: 'right',
  })),
];
