import { Problem } from '../../kernel/index.ts';
import type { Form } from '../travel-rule/index.ts';
import type { Venue } from './port/index.ts';

/** What the venue asks about who receives a withdrawal. Refused while that is not known: nobody could say what is missing. */
export function formOf({
  code,
  asks,
  isFormKnown = true,
}: Pick<Venue, 'code' | 'asks' | 'isFormKnown'>): Form | undefined {
  if (isFormKnown) return asks;
  throw new Problem(
    'unavailable',
    `It is not known yet what ${code} asks about who receives a withdrawal, because it has not answered since the start. Repeat the request when it is live.`,
    { headers: { 'retry-after': '1' } },
  );
}
