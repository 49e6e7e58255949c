import type { Proposal } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Proposal['status'], Tone>> = {
  PROPOSED: 'warn',
  CONFIRMED: 'good',
  REFUSED: 'bad',
  WITHDRAWN: 'idle',
};

export const ProposalStatus = ({ status }: Pick<Proposal, 'status'>) => (
  <Status code={status} tone={TONES[status]} label={texts.statuses[status]} />
);
