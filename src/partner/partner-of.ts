import { Problem, type Actor } from '../kernel/index.ts';

/** The partner whose rows the actor may see. */
export function partnerOf({ partnerUid }: Actor): string {
  if (partnerUid === undefined) throw new Problem('forbidden', 'This credential belongs to no partner.');
  return partnerUid;
}
