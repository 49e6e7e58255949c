import type { Agent } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { ExchangeAccess } from '../../settings.ts';

/** Where requests and streams of an exchange really go. */
export interface Reach {
  readonly rest: (url: URL) => URL;
  readonly stream: (url: string) => string;
  /** Make the connections, where they go through a proxy. Streams stay open, so that they need connections of their own. */
  readonly proxy?: Readonly<Record<'rest' | 'stream', Agent>>;
}

/** For REST calls at a time. */
export const MAX_CONNECTIONS = 16;

/** The way to the exchange's own hosts. */
export const DIRECT: Reach = { rest: (url) => url, stream: (url) => url };

export function reachOf({ url, streamUrl, proxy }: ExchangeAccess): Reach {
  return {
    rest: url === undefined ? DIRECT.rest : (own) => new URL(own.pathname + own.search, url),
    stream: streamUrl === undefined ? DIRECT.stream : (own) => own.replace(/^wss?:\/\/[^/?]+/, streamUrl),
    ...(proxy !== undefined && {
      proxy: {
        rest: new HttpsProxyAgent(proxy, { keepAlive: true, maxSockets: MAX_CONNECTIONS }),
        stream: new HttpsProxyAgent(proxy),
      },
    }),
  };
}
