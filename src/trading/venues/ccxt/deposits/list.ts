import type { Exchange } from 'ccxt';
import { Decimal } from '../../../../kernel/index.ts';
import { answered, refused, unknown, type Outcome, type VenueDeposit } from '../../port/index.ts';
import { isWithin, type ApiContext } from '../api-context.ts';
import { networksOf } from '../describe.ts';
import { ensureMarkets } from '../ensure-markets.ts';
import { networkOf } from '../networks.ts';
import type { DepositProfile, Profile, WireDeposit } from '../profile.ts';

/** Everything that the exchange has, or nothing: one that cannot be read makes the whole list unknown. */
export async function listDeposits(
  { exchange, now }: Pick<ApiContext, 'exchange' | 'now'>,
  profile: Profile,
  terms: DepositProfile,
  since: Date,
): Promise<Outcome<readonly VenueDeposit[]>> {
  await ensureMarkets(exchange);
  if (!isWithin(since, terms.reachMs, now())) {
    return refused('too_old', `The venue does not list deposits back to ${since.toISOString()}.`);
  }
  const byId = new Map<string, VenueDeposit>();
  for (const row of await terms.list(exchange, since)) {
    const deposit = toDeposit(exchange, profile, terms.read(row));
    if (!deposit) return unknown('The venue lists a deposit in a form that it does not have.');
    byId.set(deposit.venueDepositId, deposit);
  }
  return answered([...byId.values()]);
}

function toDeposit(exchange: Exchange, profile: Profile, wire: WireDeposit): VenueDeposit | undefined {
  const { id, assetId, networkId, address, tag, hash, output, internalId, state, word, at } = wire;
  const asset = exchange.safeCurrencyCode(assetId);
  const amount = Decimal.tryParse(wire.amount ?? '');
  if (!id || !asset || !amount || amount.sign < 0) return undefined;
  const network = Object.entries(networksOf(exchange, profile, asset)).find(
    ([name, { id = name }]) => id === networkId,
  );
  const fee = Decimal.tryParse(wire.fee ?? '');
  return {
    venueDepositId: id,
    asset,
    amount,
    fee: fee ?? null,
    network: (network && networkOf(network[0], asset)?.code) ?? null,
    address: address ?? null,
    tag: tag ?? null,
    hash: internalId === undefined ? (hash ?? null) : null,
    output: output ?? null,
    internalId: internalId ?? null,
    state,
    venueStatus: word,
    createdAt: at !== undefined && Number.isFinite(at) && at > 0 ? new Date(at) : null,
  };
}
