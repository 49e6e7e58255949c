import type { CheckedDestination } from '@quaestor/sdk';
import {
  missingIn,
  toTravelRule,
  type Answers,
  type Asking,
  type Faults,
} from '../../shared/recipients/index.ts';
import { findFaults } from './queries.ts';

/** What is not answered; where all is, what the venues would refuse of it. */
export async function faultsOf(
  place: Pick<CheckedDestination, 'network' | 'address' | 'tag'>,
  venues: readonly Asking[],
  answers: Answers,
): Promise<Faults> {
  const missing = missingIn(venues, answers);
  if (Object.keys(missing).length > 0) return missing;
  const travelRule = toTravelRule(venues, answers);
  return findFaults(
    { ...place, travelRule },
    venues.map(({ code }) => code),
  );
}
