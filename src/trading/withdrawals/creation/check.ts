import {
  Decimal,
  type FieldErrors,
  noFieldErrors,
  Problem,
  refuseFieldErrors,
} from '../../../kernel/index.ts';
import { addressFault, canonicalAddress, tagFault } from '../../../platform/addresses/index.ts';
import type { TravelRule } from '../../../platform/personal-data/index.ts';
import type { Opened } from '../../../platform/recipients/index.ts';
import type { ListedVenue } from '../../directory.ts';
import { faultsOf, surplusOf, type Form } from '../../travel-rule/index.ts';
import type { VenueAsset, VenueNetwork } from '../../venues/index.ts';
import type { CreateWithdrawal } from '../schema.ts';
import type { StoredDestination } from '../store.ts';

/** The part of a saved destination that a withdrawal needs. */
interface SavedPlace {
  readonly kind: 'blockchain' | 'bank';
  readonly network: string | null;
  readonly address: string | null;
  readonly tag: string | null;
  readonly account: string | null;
}

/** Checks what does not depend on the venue. */
export function checkShape({
  blockchainDestination: chain,
  fiatDestination: fiat,
  travelRule,
}: CreateWithdrawal): void {
  const errors = noFieldErrors();
  if (!chain === !fiat) {
    const fault = !chain ? 'is required' : 'must be left out';
    errors['blockchainDestination'] = [`${fault} unless fiatDestination is ${chain ? 'left out' : 'given'}`];
    errors['fiatDestination'] = [`${fault} unless blockchainDestination is ${chain ? 'left out' : 'given'}`];
  }
  if (chain && chain.alias === undefined) {
    for (const field of ['address', 'network'] as const) {
      if (chain[field] === undefined)
        errors[`blockchainDestination.${field}`] = ['is required without an alias'];
    }
  }
  if (travelRule && fiat) errors['travelRule'] = ['must be left out: venues ask nothing about bank accounts'];
  if (travelRule && chain?.alias !== undefined) {
    errors['travelRule'] = [
      `must be left out: what is saved with ${chain.alias} counts, and PUT /trade/v1/destinations/{id}/recipient changes it`,
    ];
  }
  refuseFieldErrors(errors);
}

/** Who receives a withdrawal: said by its request, or saved with its destination. */
interface Recipients {
  readonly given: TravelRule | undefined;
  readonly saved: Opened | undefined;
}

/** Refuses what the venue would refuse about who receives it, and names each member. */
export function checkRecipient(
  {
    venue,
    blockchainDestination: chain,
    leaveOutSurplus,
  }: Pick<CreateWithdrawal, 'venue' | 'blockchainDestination' | 'leaveOutSurplus'>,
  asks: Form | undefined,
  { given, saved }: Recipients,
): void {
  if (!chain) return;
  if (asks && saved?.fault !== undefined) throw new Problem('unprocessable', saved.fault);
  const asking = { venue, asks };
  const surplus = leaveOutSurplus === true ? {} : surplusOf(asking, given);
  const errors = { ...faultsOf(asking, given ?? saved?.data), ...surplus };
  if (chain.alias !== undefined && Object.keys(errors).length > 0) {
    throw new Problem(
      'unprocessable',
      `What is saved with ${chain.alias} does not say who receives it as ${venue} asks: change it with PUT ` +
        `/trade/v1/destinations/{id}/recipient. See ${Object.keys(errors).join(', ')}.`,
      { errors },
    );
  }
  refuseFieldErrors(errors, refuse);
}

/** A withdrawal as the venue can send it. */
interface Checked {
  readonly destination: StoredDestination;
  /** What the venue charges for it, where it says so. */
  readonly fee: Decimal | undefined;
}

/** Checks the rules of the venue and returns the complete destination. `saved` is the destination of the alias. */
export function checkAtVenue(
  listed: ListedVenue | undefined,
  body: Omit<CreateWithdrawal, 'travelRule'>,
  saved: SavedPlace | undefined,
): Checked {
  if (!listed) throw new Problem('not_found', `There is no venue ${body.venue}.`);
  const asset = listed.description.assets.find(({ code }) => code === body.asset.code);
  if (!asset) throw new Problem('not_found', `There is no asset ${body.asset.code} at ${body.venue}.`);
  if (!listed.venue.withdrawals || listed.withdrawals === 'off') {
    throw refuse({ venue: [`${body.venue} takes no withdrawals now`] });
  }
  const errors = noFieldErrors();
  checkAmount(asset, body.amount, errors);
  const destination = body.fiatDestination
    ? checkBank(asset, body.fiatDestination, saved, errors)
    : checkChain(asset, body.blockchainDestination ?? {}, saved, errors);
  refuseFieldErrors(errors, refuse);
  return { destination, fee: networkOf(asset, destination)?.withdrawalFee };
}

/** A bank destination does not name its network. */
const networkOf = ({ networks }: VenueAsset, destination: StoredDestination): VenueNetwork | undefined =>
  destination.kind === 'fiat'
    ? networks.find(({ addressFormat }) => addressFormat === 'alias')
    : networks.find(({ code }) => code === destination.network);

function checkAmount(asset: VenueAsset, text: string, errors: FieldErrors): void {
  const amount = Decimal.parse(text);
  const faults: string[] = [];
  if (amount.trim().scale > asset.precision) {
    faults.push(`must have at most ${asset.precision} decimals for ${asset.code}`);
  }
  if (amount.compare(asset.minWithdrawal) < 0) {
    faults.push(`must be at least ${asset.minWithdrawal.toString()} ${asset.code}`);
  }
  if (faults.length > 0) errors['amount'] = faults;
}

function checkBank(
  asset: VenueAsset,
  { alias, reference }: NonNullable<CreateWithdrawal['fiatDestination']>,
  saved: SavedPlace | undefined,
  errors: FieldErrors,
): StoredDestination {
  if (!asset.networks.some(({ addressFormat }) => addressFormat === 'alias')) {
    errors['fiatDestination'] = [`cannot be given: ${asset.code} is sent to blockchain addresses`];
  } else if (saved?.kind !== 'bank') {
    errors['fiatDestination.alias'] = ['is not the alias of a saved bank destination'];
  }
  return { kind: 'fiat', alias, account: saved?.account ?? alias, reference: reference ?? null };
}

const at = (field: string): string => `blockchainDestination.${field}`;

function checkChain(
  asset: VenueAsset,
  given: NonNullable<CreateWithdrawal['blockchainDestination']>,
  saved: SavedPlace | undefined,
  errors: FieldErrors,
): StoredDestination {
  const known = given.alias === undefined || saved?.kind !== 'blockchain' ? undefined : saved;
  const network = given.network ?? known?.network ?? '';
  const address = given.address ?? known?.address ?? '';
  const tag = given.tag ?? known?.tag ?? null;
  const destination = { kind: 'blockchain', network, address, tag, alias: given.alias ?? null } as const;

  const networks = asset.networks.filter(({ addressFormat }) => addressFormat !== 'alias');
  if (networks.length === 0) {
    errors['blockchainDestination'] = [`cannot be given: ${asset.code} is sent to bank accounts`];
    return destination;
  }
  if (given.alias !== undefined && !known) {
    errors[at('alias')] = ['is not the alias of a saved blockchain destination'];
    return destination;
  }
  for (const field of ['network', 'address', 'tag'] as const) {
    const own = given[field] ?? null;
    if (known && own !== null && canonical(field, own) !== canonical(field, known[field] ?? '')) {
      errors[at(field)] = [`differs from the destination saved as ${given.alias}`];
    }
  }
  const found = networks.find(({ code }) => code === network);
  if (!found) {
    errors[at('network')] ??= [
      `must be a network of ${asset.code} here: ${networks.map(({ code }) => code).join(', ')}`,
    ];
    return destination;
  }
  if (found.refusal !== undefined) errors[at('network')] ??= [found.refusal];
  const wrongAddress = addressFault(found, address);
  if (wrongAddress !== undefined) errors[at('address')] ??= [wrongAddress];
  const wrongTag = tagFault(found, tag);
  if (wrongTag !== undefined) errors[at('tag')] ??= [wrongTag];
  return destination;
}

const canonical = (field: string, text: string): string =>
  field === 'address' ? canonicalAddress(text) : text;

function refuse(errors: FieldErrors): Problem {
  const fields = Object.keys(errors).join(', ');
  return new Problem('unprocessable', `The venue's rules do not allow it: see ${fields}.`, { errors });
}
