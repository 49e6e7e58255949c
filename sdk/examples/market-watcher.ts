/**
 * Prints the best prices of a pair over all venues, and warns when the spread is wide.
 *
 *   QUAESTOR_URL=… QUAESTOR_CLIENT=… QUAESTOR_SECRET=… npx tsx market-watcher.ts BTC-USDT 0.5
 */
import { clientCredentials, Trading, type Book } from '@quaestor/sdk';

const {
  QUAESTOR_URL: url = 'http://127.0.0.1:8080',
  QUAESTOR_CLIENT = '',
  QUAESTOR_SECRET = '',
} = process.env;
const trading = new Trading({ url, auth: clientCredentials(QUAESTOR_CLIENT, QUAESTOR_SECRET) });
const [symbol = 'BTC-USDT', widePercent = '0.5'] = process.argv.slice(2);

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

try {
  let shown = '';
  for await (const book of trading.book(symbol).stream({ depth: 1 }, { signal: stopping.signal })) {
    const line = describe(book);
    if (line !== shown) console.log(line);
    shown = line;
  }
} catch (error) {
  if (!stopping.signal.aborted) throw error;
}

function describe({ bids: [bid], asks: [ask] }: Book): string {
  if (!bid || !ask) return `${symbol}: one side is empty`;
  // For a warning, floating-point numbers are exact enough. Money stays text.
  const percent = (Number(ask.price) / Number(bid.price) - 1) * 100;
  const warning = percent > Number(widePercent) ? `, WIDE: ${percent.toFixed(2)} %` : '';
  return `${symbol}: ${bid.price} / ${ask.price}${warning}`;
}
