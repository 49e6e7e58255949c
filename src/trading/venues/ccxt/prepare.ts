import type { Exchange } from 'ccxt';
import type { Travel } from './travel.ts';

/** Longer than any call: the calls' own deadlines end them. */
const NEVER_MS = 2 ** 31 - 1;

/** Makes an instance of ccxt keep numbers as the texts they came as, and send its requests our way. */
export function prepare<E extends Exchange>(exchange: E, travel: Travel, signedForMs?: number): E {
  exchange.number = String as unknown as Exchange['number'];
  exchange.timeout = NEVER_MS;
  exchange.fetchImplementation = travel.fetch;
  exchange.parseJson = (text: string) => parseExactly(exchange, text);
  if (signedForMs !== undefined) expireWithCall(exchange, travel, signedForMs);
  return exchange;
}

/** Exchanges that send numbers lose digits when they are parsed as such. */
function parseExactly(exchange: Exchange, text: string): unknown {
  try {
    return JSON.parse(String(exchange.onJsonResponse(text)));
  } catch {
    return undefined;
  }
}

/** Dates requests back so far that the window in which they are taken ends with the call. */
function expireWithCall(exchange: Exchange, travel: Travel, signedForMs: number): void {
  const { milliseconds } = exchange;
  const sign = exchange.sign.bind(exchange);
  let isSigning = false;
  const dated = (): number => {
    const deadline = isSigning ? travel.deadline() : undefined;
    return deadline ? Math.min(milliseconds(), deadline.getTime() - signedForMs) : milliseconds();
  };
  // Exchanges sign with either clock, and use both for other ends too.
  exchange.milliseconds = dated;
  exchange.seconds = () => Math.floor(dated() / 1000);
  exchange.sign = (...request) => {
    isSigning = true;
    try {
      return sign(...request);
    } finally {
      isSigning = false;
    }
  };
}
