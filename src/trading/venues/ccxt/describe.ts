import ccxt, { type Exchange, type MarketInterface } from 'ccxt';
import { Decimal } from '../../../kernel/index.ts';
import type { FeeKind, VenueAsset, VenueDescription, VenueSymbol } from '../port/index.ts';
import { networkOf } from './networks.ts';
import type { Json, Profile } from './profile.ts';

/** What ccxt calls a number, and what it is when the library is configured to keep strings. */
type Text = string | number | undefined;

interface CurrencyNetwork {
  readonly id?: string | undefined;
  readonly fee?: Text;
  readonly withdraw?: boolean | undefined;
  readonly precision?: Text;
  readonly limits?: { readonly withdraw?: { readonly min?: Text } | undefined } | undefined;
}

/** Why nothing is paid out where a fee might be taken out of the amount or might not. */
export const UNKNOWN_KIND =
  'It is not known whether the exchange takes its fee out of the amount. Make a small withdrawal there by hand, ' +
  'see what arrives, and set withdrawalFees of the venue to inside or on top.';

/** Fetches the description of the exchange again. */
export async function describe(
  exchange: Exchange,
  profile: Profile | undefined,
  { account, feeKind }: { readonly account: string; readonly feeKind: FeeKind | undefined },
): Promise<VenueDescription> {
  await exchange.loadMarkets(true);
  const markets = (Object.values(exchange.markets ?? {}) as MarketInterface[]).filter(
    ({ spot, active }) => spot && active !== false,
  );
  const fees = await feesOf(exchange, profile, markets);
  const unit = Decimal.parse(profile?.areFeesInPercent ? '0.01' : '1');
  return {
    name: exchange.name ?? exchange.id,
    accounts: [
      {
        code: account,
        makerFee: dearest(fees, 'maker').times(unit),
        takerFee: dearest(fees, 'taker').times(unit),
        feeIn: profile?.feeIn ?? 'received',
      },
    ],
    symbols: markets.flatMap((market) => symbolOf(exchange, profile, market) ?? []),
    assets: Object.keys(exchange.currencies).map((code) =>
      assetOf(exchange, code, feeKind, Object.entries(networksOf(exchange, profile, code))),
    ),
  };
}

/** The rates of the account; without asking, ccxt shows those of a new one. */
async function feesOf(
  exchange: Exchange,
  profile: Profile | undefined,
  markets: readonly MarketInterface[],
): Promise<readonly object[]> {
  if (!profile?.feeSymbol) {
    return exchange.has['fetchTradingFees'] ? Object.values(await exchange.fetchTradingFees()) : markets;
  }
  const asked = markets.find(({ symbol }) => symbol === profile.feeSymbol) ?? markets[0];
  return asked ? [await exchange.fetchTradingFee(asked.symbol)] : [];
}

/** By ccxt's codes; those of the profile have the asset's own precision. */
export function networksOf(
  exchange: Exchange,
  profile: Profile | undefined,
  asset: string,
): Readonly<Record<string, CurrencyNetwork>> {
  const currency = exchange.currencies[asset];
  const names = profile?.networks?.[asset];
  const decimals = profile?.withdrawals.decimals;
  const precision =
    decimals === undefined
      ? ((currency?.precision as Text) ?? profile?.stepOf?.((currency?.info ?? {}) as Json))
      : Decimal.of(1n, decimals).toString();
  if (!names) {
    const networks = (currency?.networks ?? {}) as Record<string, CurrencyNetwork>;
    if (decimals === undefined) return networks;
    return Object.fromEntries(
      Object.entries(networks).map(([name, terms]) => [name, { ...terms, precision }]),
    );
  }
  return Object.fromEntries(names.map((name) => [name, { id: name, precision }]));
}

/** Fees differ by market, and an account has one: the dearest never promises too much. */
function dearest(fees: readonly object[], name: 'maker' | 'taker'): Decimal {
  return fees
    .map((fee) => decimal((fee as Record<string, Text>)[name]) ?? Decimal.ZERO)
    .reduce((most, next) => (next.compare(most) > 0 ? next : most), Decimal.ZERO);
}

function symbolOf(
  exchange: Exchange,
  profile: Profile | undefined,
  market: MarketInterface,
): VenueSymbol | undefined {
  const tickSize = stepOf(exchange, market.precision.price);
  const lotSize = stepOf(exchange, market.precision.amount);
  if (!tickSize || !lotSize) return undefined;
  const least = decimal(market.limits.amount?.min);
  const minSize = least && least.sign > 0 ? least : lotSize;
  const leastValue = profile?.minNotionalOf?.(market.info as Json) ?? market.limits.cost?.min;
  const minNotional = decimal(leastValue) ?? Decimal.ZERO;
  return { code: `${market.base}-${market.quote}`, tickSize, lotSize, minSize, minNotional };
}

/** What one network allows is checked when a withdrawal is sent; here is what any of them allows. */
function assetOf(
  exchange: Exchange,
  code: string,
  feeKind: FeeKind | undefined,
  networks: readonly (readonly [string, CurrencyNetwork])[],
): VenueAsset {
  const offered = networks.flatMap(([name, terms]) => {
    const network = terms.withdraw === false ? undefined : networkOf(name, code);
    if (!network) return [];
    const withdrawalFee = decimal(terms.fee);
    const refusal = feeKind !== undefined || withdrawalFee?.isZero ? undefined : UNKNOWN_KIND;
    return [{ network: { ...network, withdrawalFee, ...(refusal && { refusal }) }, terms }];
  });
  const scales = offered.map(({ terms }) => stepOf(exchange, terms.precision)?.scale ?? 0);
  const [least = Decimal.ZERO, ...others] = offered.flatMap(
    ({ terms }) => decimal(terms.limits?.withdraw?.min) ?? [],
  );
  return {
    code,
    precision: Math.max(0, ...scales),
    minWithdrawal: others.reduce((a, b) => (b.compare(a) < 0 ? b : a), least),
    networks: [...new Map(offered.map(({ network }) => [network.code, network])).values()],
  };
}

/** The smallest step, however the exchange expresses its precision. */
function stepOf(exchange: Exchange, precision: Text): Decimal | undefined {
  const given = decimal(precision);
  if (!given) return undefined;
  if (exchange.precisionMode === ccxt.TICK_SIZE) return given.sign > 0 ? given : undefined;
  return exchange.precisionMode === ccxt.DECIMAL_PLACES
    ? Decimal.of(1n, Number(given.toString()))
    : undefined;
}

export function decimal(text: Text): Decimal | undefined {
  return text === undefined ? undefined : Decimal.tryParse(String(text))?.trim();
}
