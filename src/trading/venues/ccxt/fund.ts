import type { Exchange } from 'ccxt';
import { Decimal } from '../../../kernel/index.ts';
import {
  answered,
  notSent,
  unknown,
  type Funding,
  type FundingRequest,
  type Outcome,
  type Sought,
  type WithdrawalRequest,
} from '../port.ts';
import type { ApiContext } from './api-context.ts';
import { decimal, networksOf } from './describe.ts';
import { ensureMarkets } from './ensure-markets.ts';
import { networkOf } from './networks.ts';
import type { PayingWalletProfile, Profile } from './profile.ts';

/** Moves to the wallet that pays what it lacks for a withdrawal and its fee. */
export async function fund(
  { exchange, travel }: ApiContext,
  profile: Profile,
  wallet: PayingWalletProfile,
  { withdrawal, reserved }: FundingRequest,
): Promise<Outcome<Funding>> {
  const { reference, asset } = withdrawal;
  let missing: Decimal;
  let assetId: string;
  try {
    await ensureMarkets(exchange);
    assetId = exchange.currency(asset).id ?? asset;
    const held = decimal(await wallet.available(exchange, assetId));
    if (!held) return notSent('The venue did not say what its paying wallet holds.');
    const needed = withdrawal.amount.plus(feeOf(exchange, profile, withdrawal)).plus(reserved);
    missing = needed.minus(held).trim();
  } catch (error) {
    // It only asked.
    return notSent((error as Error).message);
  }
  const moved = missing.sign > 0 ? missing : Decimal.ZERO;
  if (moved.isZero) return answered({ reference, asset, moved });
  const own = wallet.ids.encode(reference);
  const { names, wallets } = wallet;
  const expected = {
    values: { id: own, amount: moved, asset: assetId, ...wallets },
    names: { ...names, ...Object.fromEntries(Object.keys(wallets).map((name) => [name, name])) },
  };
  await travel.guard(expected, () =>
    wallet.send(exchange, { assetId, amount: moved.toString(), reference: own }),
  );
  return answered({ reference, asset, moved });
}

/** What the exchange charges on top of the amount. */
function feeOf(exchange: Exchange, profile: Profile, { asset, destination }: WithdrawalRequest): Decimal {
  if (destination.kind === 'fiat') return Decimal.ZERO;
  const [, terms] =
    Object.entries(networksOf(exchange, profile, asset)).find(
      ([name]) => networkOf(name)?.code === destination.network,
    ) ?? [];
  return decimal(terms?.fee) ?? Decimal.ZERO;
}

/** By our reference. */
export async function findFunding(
  { exchange }: ApiContext,
  wallet: PayingWalletProfile,
  { reference, asset }: Sought,
): Promise<Outcome<Funding | null>> {
  await ensureMarkets(exchange);
  const found = await wallet.find?.(exchange, wallet.ids.encode(reference));
  if (found === null) return answered(null);
  const moved = decimal(found);
  return moved
    ? answered({ reference, asset, moved })
    : unknown('The venue answered in a form that it does not have.');
}
