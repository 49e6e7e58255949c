import type { Exchange } from 'ccxt';
import type { BrokerTags } from './profile.ts';
import type { Transport } from './transport/transport.ts';

/** Longer than any call: the calls' own deadlines end them. */
const NEVER_MS = 2 ** 31 - 1;

interface PrepareOptions {
  /** The exchange takes a signed request for this long after its timestamp. */
  readonly signedForMs?: number | undefined;
  /** What is not to leave. */
  readonly tags?: BrokerTags | undefined;
}

/** Makes an instance of ccxt keep numbers as the texts they came as, and send its requests through our transport. */
export function prepare<E extends Exchange>(
  exchange: E,
  transport: Transport,
  { signedForMs, tags }: PrepareOptions = {},
): E {
  exchange.number = String as unknown as Exchange['number'];
  exchange.timeout = NEVER_MS;
  exchange.fetchImplementation = transport.fetch;
  exchange.parseJson = (text: string) => parseExactly(exchange, text);
  if (tags) removeTags(exchange, transport, tags);
  if (signedForMs !== undefined) expireWithCall(exchange, transport, signedForMs);
  return exchange;
}

function removeTags(
  exchange: Exchange,
  transport: Transport,
  { headers = [], parameters = [] }: BrokerTags,
): void {
  const sign = exchange.sign.bind(exchange);
  exchange.sign = (path, api, method, values: object, ...rest) =>
    sign(path, api, method, without(values, parameters), ...rest);
  exchange.fetchImplementation = ((url, request) =>
    transport.fetch(url, {
      ...request,
      headers: without(request.headers ?? {}, headers),
    })) as Transport['fetch'];
}

const without = <T extends object>(all: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T;

/** Exchanges that send numbers lose digits when they are parsed as such. */
function parseExactly(exchange: Exchange, text: string): unknown {
  try {
    return JSON.parse(String(exchange.onJsonResponse(text)));
  } catch {
    return undefined;
  }
}

/** Dates requests back so far that the window in which they are taken ends with the call. */
function expireWithCall(exchange: Exchange, transport: Transport, signedForMs: number): void {
  const { milliseconds } = exchange;
  const [sign, nonce] = [exchange.sign.bind(exchange), exchange.nonce.bind(exchange)];
  let isDated = false;
  const now = (): number => {
    const deadline = isDated ? transport.deadline() : undefined;
    return deadline ? Math.min(milliseconds(), deadline.getTime() - signedForMs) : milliseconds();
  };
  function dated<T>(action: () => T): T {
    const before = isDated;
    isDated = true;
    try {
      return action();
    } finally {
      isDated = before;
    }
  }
  // Exchanges sign with either clock, and use both for other ends too.
  exchange.milliseconds = now;
  exchange.seconds = () => Math.floor(now() / 1000);
  exchange.nonce = () => dated(nonce);
  exchange.sign = (...request) => dated(() => sign(...request));
}
