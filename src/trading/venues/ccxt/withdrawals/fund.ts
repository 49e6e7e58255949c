import type { Exchange } from 'ccxt';
import { Decimal } from '../../../../kernel/index.ts';
import {
  answered,
  notSent,
  unknown,
  type Funding,
  type FundingRequest,
  type Outcome,
  type WithdrawalRequest,
} from '../../port/index.ts';
import type { ApiContext } from '../api-context.ts';
import { decimal, networksOf } from '../describe.ts';
import { ensureMarkets } from '../ensure-markets.ts';
import { classify } from '../outcomes/classify.ts';
import { networkOf } from '../networks.ts';
import type { PayingWalletProfile, Profile } from '../profile.ts';

/** Moves to the wallet that pays what it lacks for a withdrawal and its fee. */
export async function fund(
  { exchange, transport }: ApiContext,
  profile: Profile,
  wallet: PayingWalletProfile,
  { withdrawal, reserved }: FundingRequest,
): Promise<Outcome<Funding>> {
  const { reference, asset } = withdrawal;
  let held: Decimal;
  let missing: Decimal;
  let assetId: string;
  let wallets: Readonly<Record<string, string>>;
  try {
    await ensureMarkets(exchange);
    wallets = wallet.wallets(exchange);
    assetId = exchange.currency(asset).id ?? asset;
    const available = decimal(await wallet.available(exchange, assetId));
    if (!available) return notSent('The venue did not say what its paying wallet holds.');
    held = withFee(exchange, profile, withdrawal);
    missing = held.plus(reserved).minus(available).trim();
  } catch (error) {
    // Only a question was sent so far.
    return notSent((error as Error).message);
  }
  const moved = missing.sign > 0 ? missing : Decimal.ZERO;
  if (moved.isZero) return answered({ reference, asset, moved, held });
  const own = wallet.ids.encode(reference);
  const { names } = wallet;
  const expected = {
    values: { id: own, amount: moved, asset: assetId, ...wallets },
    names: { ...names, ...Object.fromEntries(Object.keys(wallets).map((name) => [name, name])) },
  };
  const sent = await transport.guard(
    expected,
    () => wallet.send(exchange, { assetId, amount: moved.toString(), reference: own }),
    classify('move', profile),
  );
  if (sent.kind !== 'answered') return sent;
  return sent.value === undefined
    ? unknown('The venue answered the transfer without an id.')
    : answered({ reference, asset, moved, held });
}

/** What leaves the wallet, whichever way the exchange charges. */
function withFee(
  exchange: Exchange,
  profile: Profile,
  { asset, amount, destination }: WithdrawalRequest,
): Decimal {
  if (destination.kind === 'fiat') return amount;
  const [, terms] =
    Object.entries(networksOf(exchange, profile, asset)).find(
      ([name]) => networkOf(name, asset)?.code === destination.network,
    ) ?? [];
  return amount.plus(decimal(terms?.fee) ?? Decimal.ZERO);
}

/** By our reference. */
export async function findFunding(
  { exchange }: ApiContext,
  profile: Profile,
  wallet: PayingWalletProfile,
  { withdrawal }: FundingRequest,
): Promise<Outcome<Funding | null>> {
  await ensureMarkets(exchange);
  const { reference, asset } = withdrawal;
  const found = await wallet.find?.(exchange, wallet.ids.encode(reference));
  if (found === null) return answered(null);
  const moved = decimal(found);
  return moved
    ? answered({ reference, asset, moved, held: withFee(exchange, profile, withdrawal) })
    : unknown('The venue answered in a form that it does not have.');
}
