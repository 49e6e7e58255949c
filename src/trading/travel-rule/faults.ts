import { noFieldErrors, type FieldErrors } from '../../kernel/index.ts';
import type { TravelRule } from '../../platform/personal-data/index.ts';
import { fill, surplus, type Form } from './form.ts';

interface Asking {
  /** The code of the venue. */
  readonly venue: string;
  readonly asks?: Form | undefined;
}

/** What is missing or wrong for a venue, by the member of the request. */
export function faultsOf({ venue, asks }: Asking, data: TravelRule | undefined): FieldErrors {
  const errors = noFieldErrors();
  if (!asks) return errors;
  if (!data) {
    errors['travelRule'] = [`is required: ${venue} asks who receives it`];
    return errors;
  }
  for (const [path, says] of Object.entries(fill(asks, data).errors ?? {}))
    errors[`travelRule.${path}`] = says;
  return errors;
}

/** What a request says about people that the venue does not ask. A saved destination may know more than one venue asks. */
export function surplusOf({ venue, asks }: Asking, data: TravelRule | undefined): FieldErrors {
  const errors = noFieldErrors();
  if (!data) return errors;
  if (!asks) {
    errors['travelRule'] = [`must be left out: ${venue} does not ask who receives it`];
    return errors;
  }
  for (const path of surplus(asks, data))
    errors[`travelRule.${path}`] = [`must be left out: ${venue} does not ask for it`];
  return errors;
}
