import type { Transfer } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Transfer['status'], Tone>> = {
  SIMULATED: 'idle',
  APPROVAL_REQUESTED: 'warn',
  PENDING: 'busy',
  IN_FLIGHT: 'busy',
  NEEDS_PERSON: 'bad',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELLED: 'idle',
};

export const TransferStatus = ({ status }: Pick<Transfer, 'status'>) => (
  <Status code={status} tone={TONES[status]} label={texts.status[status]} />
);
