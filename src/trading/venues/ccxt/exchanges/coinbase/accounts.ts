import type { coinbase as Coinbase, Exchange } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { text, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Coinbase>;

const ACCOUNTS_A_PAGE = 250;

/** The exchange may answer with shorter pages than asked for: only its cursor tells which is the last. */
export const allPages = (
  fetch: (cursor: Json) => Promise<unknown>,
  rows: 'accounts' | 'orders' | 'fills',
): Promise<readonly Json[]> =>
  readPages(0, async (asked) => {
    const answer = (await fetch(asked)) as Json;
    const cursor = text(answer['cursor']);
    const isLast = cursor === undefined || answer['has_next'] === false;
    return { rows: answer[rows], next: () => (isLast ? undefined : { cursor }) };
  });

export const accounts = (exchange: Exchange): Promise<readonly Json[]> =>
  allPages(
    (cursor) => (exchange as Class).v3PrivateGetBrokerageAccounts({ limit: ACCOUNTS_A_PAGE, ...cursor }),
    'accounts',
  );

/** The ids of accounts by asset; they do not change. */
const known = new WeakMap<Exchange, ReadonlyMap<string, string>>();

const idsOf = async (exchange: Exchange): Promise<ReadonlyMap<string, string>> =>
  new Map((await accounts(exchange)).map(({ currency, uuid }) => [String(currency), String(uuid)]));

export async function accountOf(exchange: Exchange, assetId: string): Promise<string> {
  const cached = known.get(exchange)?.get(assetId);
  if (cached !== undefined) return cached;
  const ids = await idsOf(exchange);
  known.set(exchange, ids);
  const id = ids.get(assetId);
  if (id === undefined) throw new Error(`The key shows no account of ${assetId}: check its portfolio.`);
  return id;
}

/** Those of several assets; one that has none yet may get one any time, so that it is asked for again. */
export async function accountsOf(exchange: Exchange, assetIds: readonly string[]): Promise<string[]> {
  const isKnown = assetIds.every((assetId) => known.get(exchange)?.has(assetId));
  if (!isKnown) known.set(exchange, await idsOf(exchange));
  return assetIds.flatMap((assetId) => known.get(exchange)?.get(assetId) ?? []);
}
