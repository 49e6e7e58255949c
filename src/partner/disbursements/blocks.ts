import type { Figures } from '../wallets/index.ts';
import type { BlockRow } from './blocking/index.ts';
import type { DestinationDetails, DestinationRow } from './destinations/index.ts';
import { decimalsOf, isAsset } from './minor-units.ts';
import type { Block } from './schema.ts';

interface Circumstances {
  readonly currency: string;
  readonly figures: Figures;
  /** The confirmed one. */
  readonly destination: DestinationRow | undefined;
  readonly block: BlockRow | undefined;
  /** Whether an agreement on documents is needed and not there. */
  readonly isUnsigned: boolean;
  /** The first day of a suspension that goes on. */
  readonly suspendedSince: string | undefined;
}

export const NO_AGREEMENT =
  'There is no valid agreement on self-billing documents: the partner has to accept it.';

export const suspensionOf = (since: string): string => `The partner is suspended since ${since}.`;

/** Why nothing can be disbursed from an account now. */
export function blocksOf(
  { currency, figures, destination, block, isUnsigned, suspendedSince }: Circumstances,
  now: Date,
): Block[] {
  const blocks: Block[] = [];
  const add = (code: Block['code'], reason: string): void => void blocks.push({ code, reason });
  if (!canBePaid(currency, destination?.details)) add('currency', `No bank pays ${currency}.`);
  if (!destination) add('no_destination', 'The account has no confirmed destination.');
  else if (destination.usable_from && destination.usable_from > now)
    add(
      'cooling_off',
      `The destination changed and is used from ${destination.usable_from.toISOString()} on.`,
    );
  if (suspendedSince !== undefined) add('suspended', suspensionOf(suspendedSince));
  if (block) add('blocked', block.reason);
  if (isUnsigned) add('document_missing', NO_AGREEMENT);
  if (!figures.debt.isZero) add('debt', `The account owes ${figures.debt.trim().toString()} ${currency}.`);
  return blocks;
}

const canBePaid = (currency: string, details: DestinationDetails | undefined): boolean =>
  decimalsOf(currency) !== undefined &&
  (details === undefined || isAsset(currency) === (details.kind === 'chain'));
