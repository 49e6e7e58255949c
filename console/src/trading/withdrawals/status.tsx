import type { Withdrawal } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';

const TONES: Readonly<Record<Withdrawal['status'], Tone>> = {
  SIMULATED: 'idle',
  APPROVAL_REQUESTED: 'warn',
  PENDING: 'busy',
  SUBMITTED: 'busy',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELLED: 'idle',
};

export const WithdrawalStatus = ({ status }: { status: Withdrawal['status'] }) => (
  <Status code={status} tone={TONES[status]} />
);
