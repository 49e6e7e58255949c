import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import type { PersonalData } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { estimateConversion, type BoundRules, type MarketAccess } from '../conversions/index.ts';
import { selectCurrentAddress } from '../deposit-addresses/index.ts';
import type { ListedVenue, VenueDirectory } from '../directory.ts';
import { foreseeRecipient } from '../withdrawals/index.ts';
import type { Direction, Option, Place } from './decide.ts';
import type { Source } from './schema.ts';

export interface Markets {
  readonly directory: VenueDirectory;
  readonly access: MarketAccess;
  readonly bounds: BoundRules;
  /** Reads who receives a withdrawal. */
  readonly personal: PersonalData;
}

/** Decimals of a price, rounded against us. */
const PRICE_DECIMALS = 18;
const BPS = 10_000n;
const NO_COST = { price: Decimal.of(1n), fee: Decimal.ZERO, smallest: Decimal.ZERO } as const;

/** A source as it is now. `amount` is what would be moved if it has enough. */
export async function toOption(
  context: Context<Db>,
  markets: Markets,
  here: Place,
  { source, number }: { readonly source: Source; readonly number: number },
  wanted: { readonly direction: Direction; readonly amount: Decimal },
): Promise<Option> {
  const place = { venue: source.venue ?? here.venue, asset: source.asset ?? here.asset };
  return source.kind === 'TRANSFER'
    ? transferOption(
        context,
        markets,
        { here, place, number, network: source.network ?? '' },
        wanted.direction,
      )
    : conversionOption(context, markets, { here, place, number, bps: source.maxSlippageBps ?? 0 }, wanted);
}

const assetOf = (listed: ListedVenue | undefined, { asset }: Place) =>
  listed?.description.assets.find(({ code }) => code === asset);

interface Way {
  readonly here: Place;
  readonly place: Place;
  readonly number: number;
}

async function transferOption(
  context: Context<Db>,
  { directory, personal }: Markets,
  { here, place, number, network }: Way & { readonly network: string },
  direction: Direction,
): Promise<Option> {
  const { tenant } = context.actor;
  const [from, to] = direction === 'IN' ? [place, here] : [here, place];
  const [giver, taker] = await Promise.all([
    directory.find(tenant, from.venue),
    directory.find(tenant, to.venue),
  ]);
  const asset = assetOf(giver, from);
  const way = asset?.networks.find(({ code }) => code === network);
  const base = { number, place, ...NO_COST, precision: asset?.precision ?? 0 };
  const obstacle =
    !asset || !way
      ? `${from.venue} does not send ${from.asset} over ${network}.`
      : giver?.withdrawals !== 'live'
        ? `${from.venue} sends nothing now: its withdrawals are switched to ${giver?.withdrawals ?? 'off'}.`
        : way.refusal !== undefined
          ? `${from.venue} refuses it: ${way.refusal}`
          : way.withdrawalFee === undefined
            ? `${from.venue} does not say what it charges for it.`
            : !taker?.venue.deposits
              ? `${to.venue} does not list deposits.`
              : giver?.venue.isFormKnown === false
                ? `it is not known yet what ${from.venue} asks about who receives it.`
                : undefined;
  if (obstacle !== undefined || !asset || !way?.withdrawalFee) {
    return { ...base, obstacle: obstacle ?? 'it cannot be sent.' };
  }
  const known = await selectCurrentAddress(context.db, { tenant, ...to, network }).executeTakeFirst();
  const unanswered =
    giver?.venue &&
    (await foreseeRecipient(
      context,
      personal,
      giver.venue,
      known && { network, address: known.address, tag: known.tag || null },
    ));
  if (unanswered !== undefined) {
    const remedy = `save our address of ${to.asset} on ${network} at ${to.venue} as a destination with its recipient`;
    return { ...base, obstacle: `${from.venue} asks who receives it, and ${unanswered}: ${remedy}.` };
  }
  return { ...base, fee: way.withdrawalFee, smallest: asset.minWithdrawal };
}

async function conversionOption(
  context: Context<Db>,
  { directory, access, bounds }: Markets,
  { here, place, number, bps }: Way & { readonly bps: number },
  { direction, amount }: { readonly direction: Direction; readonly amount: Decimal },
): Promise<Option> {
  const asset = assetOf(await directory.find(context.actor.tenant, here.venue), here);
  const base = { number, place, ...NO_COST, precision: asset?.precision ?? 0 };
  if (!asset) return { ...base, obstacle: `${here.venue} has no ${here.asset}.` };
  try {
    const [give, get] = await estimate(context, access, bounds, { here, place, direction, amount });
    const [managed, other] = direction === 'IN' ? [get, give] : [give, get];
    if (managed.sign <= 0 || other.sign <= 0) return { ...base, obstacle: 'the market has no price now.' };
    const margin = Decimal.of(BPS + BigInt(bps)).dividedBy(Decimal.of(BPS), PRICE_DECIMALS, 'up');
    return { ...base, price: other.times(margin).dividedBy(managed, PRICE_DECIMALS, 'up') };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...base, obstacle: error.message };
  }
}

/** What would be given and got. */
async function estimate(
  context: Context<Db>,
  access: MarketAccess,
  bounds: BoundRules,
  { here, place, direction, amount }: { here: Place; place: Place; direction: Direction; amount: Decimal },
): Promise<[Decimal, Decimal]> {
  const [from, to] = direction === 'IN' ? [place, here] : [here, place];
  const exact = amount.trim().toString();
  const found = await estimateConversion(context, access, bounds, {
    reference: 'managed balance',
    from: { asset: from.asset, ...(direction === 'OUT' && { amount: exact }) },
    to: { asset: to.asset, ...(direction === 'IN' && { amount: exact }) },
    venues: [here.venue],
  });
  if (!Decimal.parse(found.missing).isZero) {
    throw new Problem('unprocessable', `${here.venue} offers too little of it now.`);
  }
  return [Decimal.parse(found.from.amount), Decimal.parse(found.to.amount)];
}
