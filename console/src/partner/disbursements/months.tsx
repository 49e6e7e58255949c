import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TimeChart } from '../../shared/figures/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { monthStart, today } from '../../shared/period/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { moneyColumn, nameColumn, PlainTable, type Column } from '../../shared/table/index.ts';
import { formatMonth } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { monthsQuery } from './queries.ts';
import { texts } from './texts.ts';

const { months: t } = texts;
const MONTHS = 6;

interface MonthsProps {
  readonly account: string;
  readonly currency: string;
}

interface Month {
  readonly month: string;
  readonly earned: string;
  readonly paid: string;
}

/** The last months of an account, as a chart and as a table. */
export function Months({ account, currency }: MonthsProps) {
  const day = today();
  const wanted = Array.from({ length: MONTHS }, (_, place) =>
    monthStart(day, place - MONTHS + 1).slice(0, 7),
  );
  return (
    <Section title={t.title} description={t.description}>
      <Loaded query={useQuery(monthsQuery(useReads(), account, wanted))} height={440}>
        {(months) => (
          <Stack gap="md">
            <TimeChart
              label={t.label(account)}
              slots={months.map(({ month }) => month)}
              lines={[months.map(({ earned }) => Number(earned)), months.map(({ paid }) => Number(paid))]}
            />
            <PlainTable
              name={t.title}
              columns={columnsOf(currency)}
              rows={months.toReversed()}
              idOf={({ month }) => month}
            />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

const columnsOf = (currency: string): readonly Column<Month>[] => [
  nameColumn('month', t.columns.month, ({ month }) => formatMonth(month)),
  moneyColumn(
    'earned',
    t.columns.earned,
    ({ earned }) => earned,
    () => currency,
  ),
  moneyColumn(
    'paid',
    t.columns.paid,
    ({ paid }) => paid,
    () => currency,
  ),
];
