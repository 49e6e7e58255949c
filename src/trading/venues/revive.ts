import { Decimal } from '../../kernel/index.ts';
import type { VenueDescription } from './port/index.ts';
import type { StoredDescription } from './store.ts';

/** What becomes of a description's decimals when it is written as JSON. */
type Written<T> = T extends Decimal
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T;

/** A description as it was before `JSON.stringify`. */
export function reviveDescription(stored: StoredDescription): VenueDescription {
  const { name, accounts, symbols, assets, form } = stored as unknown as Written<VenueDescription>;
  return {
    name,
    accounts: accounts.map(({ code, makerFee, takerFee, feeIn }) => ({
      code,
      makerFee: Decimal.parse(makerFee),
      takerFee: Decimal.parse(takerFee),
      // Descriptions stored by earlier versions lack it.
      feeIn: feeIn ?? 'counter',
    })),
    symbols: symbols.map(({ code, tickSize, lotSize, minSize, minNotional }) => ({
      code,
      tickSize: Decimal.parse(tickSize),
      lotSize: Decimal.parse(lotSize),
      minSize: Decimal.parse(minSize),
      // Descriptions stored by earlier versions lack it.
      minNotional: Decimal.parse(minNotional ?? '0'),
    })),
    assets: assets.map((asset) => ({
      ...asset,
      minWithdrawal: Decimal.parse(asset.minWithdrawal),
      networks: asset.networks.map((network) => ({
        ...network,
        withdrawalFee: network.withdrawalFee === undefined ? undefined : Decimal.parse(network.withdrawalFee),
      })),
    })),
    ...(form !== undefined && { form }),
  };
}
