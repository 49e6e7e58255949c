import { Select, Skeleton, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { later } from '../../shared/later/index.ts';
import { IconChartHistogram } from '../../shared/icons/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Empty, Page, Status } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { venuesQuery } from '../venues/queries.ts';
import { spreadOf, toSides, type Sides } from './depth.ts';
import { Ladder } from './ladder.tsx';
import { RateBox } from './rate-box.tsx';
import { HOURS, Prices } from './prices.tsx';
import { watchListQuery } from './queries.ts';
import { marketSearch } from './search.ts';
import { BOOK_TYPES, useBook, type BookType } from './use-book.ts';
import { VenueStates } from './venue-states.tsx';
import { WatchList } from './watch-list.tsx';
import classes from './market.module.css';
import { texts } from './texts.ts';

/** The chart is large; the ladder beside it has the same figures. */
const DepthChart = later(() => import('./depth-chart.tsx'));
const DEPTH = 12;
/** With prices of more characters, the two sides of a book stand below each other. */
const MOST_BESIDE = 9;

export function Market() {
  const { search, change } = useAddress(marketSearch);
  const venues = useQuery(venuesQuery());
  const symbols = useMemo(
    () => [...new Set(venues.data?.flatMap(({ symbols }) => symbols.map(({ code }) => code)))].toSorted(),
    [venues.data],
  );
  const watched = useQuery(watchListQuery());
  // A list that cannot be read keeps nobody from the books.
  const first = useFirst(watched.isPending ? undefined : (watched.data?.mostTraded ?? symbols[0]));
  const symbol = search.symbol ?? first;
  const hours = HOURS.find((known) => known === search.hours) ?? '6';
  const type = BOOK_TYPES.find((known) => known === search.type) ?? 'AGGREGATED';
  const withFee = search.fees === 'yes';
  return (
    <Page
      title={texts.title}
      description={texts.about}
      actions={
        <>
          <Select
            aria-label={texts.pair}
            w={140}
            searchable
            allowDeselect={false}
            data={symbols}
            value={symbol ?? null}
            onChange={(value) => change({ symbol: value ?? undefined })}
            data-filter
          />
          <Select
            aria-label={texts.bookType}
            w={150}
            allowDeselect={false}
            data={BOOK_TYPES.map((value) => ({ value, label: texts.bookTypes[value] }))}
            value={type}
            onChange={(value) => change({ type: value ?? undefined })}
          />
        </>
      }
    >
      {venues.error !== null && <Problem error={venues.error} />}
      {venues.data !== undefined && symbols.length === 0 && (
        <Empty icon={<IconChartHistogram size={32} />} title={texts.empty.title}>
          {texts.empty.about}
        </Empty>
      )}
      {symbol !== undefined && (
        <LiveBook
          symbol={symbol}
          type={type}
          withFee={withFee}
          controls={
            <Switch
              label={texts.withFees}
              checked={withFee}
              onChange={(event) => change({ fees: event.currentTarget.checked ? 'yes' : undefined })}
            />
          }
        >
          <Prices symbol={symbol} hours={hours} onHours={(value) => change({ hours: value })} />
          <WatchList symbol={symbol} onChoose={(value) => change({ symbol: value })} />
          <VenueStates symbol={symbol} />
          <RateBox key={symbol} symbols={symbols} initial={symbol} />
        </LiveBook>
      )}
    </Page>
  );
}

/** The first that was known: what is traded most may change while a person looks at a book. */
function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}

interface LiveBookProps {
  readonly symbol: string;
  readonly type: BookType;
  readonly withFee: boolean;
  readonly controls: ReactNode;
  /** Beside the book. */
  readonly children: ReactNode;
}

/** Only this is drawn again when the book changes: neither the controls nor the children are. */
function LiveBook({ symbol, type, withFee, controls, children }: LiveBookProps) {
  const { book, error } = useBook({ symbol, type, withFee, depth: DEPTH });
  const isCumulative = type === 'VWAP';
  const sides = useMemo(
    () => toSides(book ?? { bids: [], asks: [] }, { withFee, isCumulative }),
    [book, withFee, isCumulative],
  );
  const { bids, asks } = sides;
  const isLong = [...bids, ...asks].some(({ price }) => price.length > MOST_BESIDE);
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <div className={classes.book}>
        <div className={classes.column}>
          <div className={classes.head}>
            <Spread sides={sides} />
            {controls}
          </div>
          {book === undefined ? (
            <Skeleton height={380} />
          ) : (
            <div className={classes.ladders} data-version={book.version} data-long={isLong || undefined}>
              <Ladder side="bids" levels={bids} isCumulative={isCumulative} />
              <Ladder side="asks" levels={asks} isCumulative={isCumulative} />
            </div>
          )}
        </div>
        <div className={classes.column}>
          <Suspense fallback={<Skeleton height={228} />}>
            <DepthChart key={`${symbol} ${type} ${withFee}`} sides={sides} symbol={symbol} />
          </Suspense>
          {children}
        </div>
      </div>
    </>
  );
}

function Spread({ sides }: { sides: Sides }) {
  const spread = spreadOf(sides);
  if (spread === undefined) return <div />;
  return spread.lte(0) ? (
    <Status code="crossed" tone="warn" label={texts.crossed(groupDigits(spread.abs().toFixed()))} />
  ) : (
    <Text size="sm" c="dimmed">
      {texts.spread(groupDigits(spread.toFixed()))}
    </Text>
  );
}
