import { invalid, Problem, type Actor } from '../../kernel/index.ts';

/** The partner whose rows the actor may see. */
export function partnerOf({ partnerUid, scopes }: Actor): string {
  if (partnerUid !== undefined) return partnerUid;
  if (scopes.has('program:view'))
    throw invalid({ partner_uid: ['is required: name the partner to read as, such as ?partner_uid=P1001'] });
  throw new Problem('forbidden', 'This credential belongs to no partner.');
}
