import type { NewRecipient } from '../../../platform/recipients/index.ts';
import type { CreateWithdrawal } from '../schema.ts';

export interface GivenInput {
  readonly body: CreateWithdrawal;
  /** Checks and stores it, but never sends it. */
  readonly dryRun: boolean;
  /** The venue of ours that has the destination, where it is a transfer. */
  readonly toVenue?: string;
  readonly managed?: Managed;
}

/** The proposal of a managed balance that is carried out. */
export interface Managed {
  readonly proposalId: string;
  /** Nobody has confirmed it: the policy must allow that. */
  readonly isAlone: boolean;
}

export interface CreateInput extends Omit<GivenInput, 'body'> {
  readonly body: Omit<CreateWithdrawal, 'travelRule'>;
  /** Who receives it, where the request says so. */
  readonly given?: NewRecipient;
}

export type Body = CreateInput['body'];
