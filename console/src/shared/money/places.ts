/** Money of states, by ISO 4217. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** Coins that stand for a dollar or a euro. */
const STABLE = new Set(['USDT', 'USDC', 'DAI', 'EURC', 'FDUSD', 'PYUSD', 'RLUSD', 'TUSD', 'USDE']);
const COIN_PLACES = 6;
const BTC_PLACES = 8;
/** So many digits of a small amount are shown, however many places that takes. */
const SIGNIFICANT = 2;

/** Whether prices are quoted in it. */
export const isMoney = (asset: string): boolean => CURRENCIES.has(asset) || STABLE.has(asset);

/** How many decimals people read of an amount of the asset. */
export function placesOf(asset: string): number {
  if (CURRENCIES.has(asset)) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: asset,
    }).resolvedOptions();
    return maximumFractionDigits;
  }
  if (STABLE.has(asset)) return 2;
  return asset === 'BTC' ? BTC_PLACES : COIN_PLACES;
}

/** What is shown of an exact decimal, and the digits that are left out. No digit is changed. */
export function cutDecimal(
  decimal: string,
  places: number,
): { readonly shown: string; readonly rest: string } {
  const [whole = '', fraction = ''] = decimal.split('.');
  const isSmall = /^-?0*$/.test(whole);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  const kept = isSmall && zeros < fraction.length ? Math.max(places, zeros + SIGNIFICANT) : places;
  if (fraction.length <= kept) return { shown: decimal, rest: '' };
  // Without decimals, the point belongs to what is left out.
  return kept === 0
    ? { shown: whole, rest: `.${fraction}` }
    : { shown: `${whole}.${fraction.slice(0, kept)}`, rest: fraction.slice(kept) };
}
