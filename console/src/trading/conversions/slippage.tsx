import type { MarketSlippage } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '../../shared/icons/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Empty, Page } from '../../shared/parts/index.ts';
import { periodOf, periodSearch, PeriodSwitch, today } from '../../shared/period/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import {
  alignedColumn,
  nameColumn,
  numberColumn,
  PlainTable,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { formatSpan } from '../../shared/text/index.ts';
import { slippageQuery } from './queries.ts';
import { texts } from './texts.ts';

const { slippage: t } = texts;

/** What trades have cost against the middle of the books, by venue and market. */
export function SlippageSummary() {
  const { search, change } = useAddress(periodSearch);
  const name = search.period ?? '28d';
  const period = periodOf(name, today());
  return (
    <Page
      title={t.title}
      description={t.about(formatSpan(period.from, period.to))}
      actions={<PeriodSwitch value={name} onChange={(chosen) => change({ period: chosen })} />}
    >
      <Loaded query={useQuery(slippageQuery(period))} height={240}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={<IconScale size={32} />} title={t.none.title}>
              {t.none.text}
            </Empty>
          ) : (
            <PlainTable
              name={t.title}
              columns={COLUMNS}
              rows={rows}
              idOf={({ venue, symbol }) => `${venue} ${symbol}`}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

const bpsColumn = (id: 'priceBps' | 'feeBps', header: string): Column<MarketSlippage> => ({
  id,
  header,
  align: 'right',
  text: (row) => row[id] ?? '',
  cell: ({ [id]: bps }) => (bps === null ? t.unknown : texts.bps(groupDigits(bps))),
});

const COLUMNS: readonly Column<MarketSlippage>[] = [
  nameColumn('venue', t.columns.venue, ({ venue }) => venue),
  textColumn('market', t.columns.market, ({ symbol }) => symbol),
  numberColumn('trades', t.columns.trades, ({ trades }) => trades),
  alignedColumn('quantity', t.columns.quantity, ({ quantity }) => quantity),
  alignedColumn('value', t.columns.value, ({ value }) => value),
  bpsColumn('priceBps', t.columns.price),
  bpsColumn('feeBps', t.columns.fees),
];
