import { Problem, type Actor } from '../../kernel/index.ts';

/** The actor belongs to no partner, and what it asked for is a partner's own. */
export class NotAPartner extends Problem {
  constructor() {
    super(
      'forbidden',
      'This is for partners: use a credential of the partner, that is of a person or client with its partner_uid.',
    );
  }
}

/** The partner whose rows the actor may see. */
export function partnerOf({ partnerUid }: Actor): string {
  if (partnerUid === undefined) throw new NotAPartner();
  return partnerUid;
}
