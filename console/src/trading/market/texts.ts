import { formatClock } from '../../shared/text/index.ts';

export const texts = {
  title: 'Market',
  about: 'One book over all venues, as it changes.',
  pair: 'Pair',
  bookType: 'Kind of book',
  bookTypes: {
    AGGREGATED: 'Aggregated',
    NATIVE: 'Native',
    TOP: 'Top',
    VWAP: 'VWAP',
    FIRM: 'Firm',
    INDICATIVE: 'Indicative',
  },
  withFees: 'With taker fees',
  empty: {
    title: 'No venue trades anything',
    about: 'Books come from venues that are connected and can trade. Look at their state under Overview.',
  },
  crossed: (by: string) => `Crossed by ${by}`,
  spread: (spread: string) => `Spread ${spread}`,
  ladder: {
    bids: 'Bids',
    asks: 'Asks',
    bid: 'Bid',
    ask: 'Ask',
    quantity: 'Quantity',
    total: 'Total',
    venue: 'Venue',
  },
  depth: {
    title: 'Depth',
    label: (symbol: string) => `Depth of ${symbol}; the table of bids and asks has the figures`,
  },
  rate: {
    title: 'Indicative rate',
    from: 'From',
    to: 'To',
    between: 'to',
    value: (from: string, rate: string, to: string) => `1 ${from} = ${rate} ${to}`,
    path: (path: readonly string[], at: string) => `Over ${path.join(' → ')} at ${formatClock(at)} UTC`,
  },
  venues: {
    title: 'Venues',
    notLive: 'Not connected',
    notTraded: (symbol: string) => `Does not trade ${symbol}`,
  },
} as const;
