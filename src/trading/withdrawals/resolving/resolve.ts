import { invalid, noFieldErrors, type Context, type FieldErrors } from '../../../kernel/index.ts';
import type { PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import type { Resolution, Withdrawal } from '../schema.ts';
import { selectWithdrawal } from '../store.ts';
import { resolveDoubt } from './resolve-doubt.ts';
import { resolveHeld } from './resolve-held.ts';

interface Tools {
  readonly directory: VenueDirectory;
  readonly personal: PersonalData;
}

/** Continues a withdrawal whose end no answer of the venue will show, with what people found there. */
export async function resolveWithdrawal(
  context: Context<Db>,
  { directory, personal }: Tools,
  { id, ...found }: Resolution & { readonly id: string },
): Promise<Withdrawal> {
  checkShape(found);
  const row = await selectWithdrawal(context.db, context.actor.tenant, id).executeTakeFirst();
  return row?.status === 'SUBMITTED'
    ? resolveHeld(context, { directory, personal }, row, found)
    : resolveDoubt(context, { id, ...found });
}

const OF = { venueTransferId: 'ACCEPTED', transaction: 'PAID' } as const;

function checkShape(given: Resolution): void {
  const errors: FieldErrors = noFieldErrors();
  for (const [field, found] of Object.entries(OF)) {
    const isGiven = given[field as keyof typeof OF] !== undefined;
    if (isGiven === (given.found === found)) continue;
    errors[field] = [isGiven ? `must be left out without ${found}` : `is required with ${found}`];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
