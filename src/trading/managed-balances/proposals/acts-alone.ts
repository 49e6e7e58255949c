import type { Settings } from '../schema.ts';
import type { ShownProposal } from './store.ts';

/** Whether a proposal is carried out without a person. */
export const actsAlone = (
  { kind, policy, refusal }: Pick<ShownProposal, 'kind' | 'policy' | 'refusal'>,
  { acts }: Pick<Settings, 'acts'>,
): boolean => acts === 'ALONE' && kind === 'TRANSFER' && policy?.verdict === 'ALLOW' && refusal === null;
