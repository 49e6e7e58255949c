import type { WithdrawalDetail } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<WithdrawalDetail['status'], Tone>> = {
  SIMULATED: 'idle',
  APPROVAL_REQUESTED: 'warn',
  PENDING: 'busy',
  SUBMITTED: 'busy',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELLED: 'idle',
};

/** The status, or that nothing happens until a person acts. */
export const WithdrawalStatus = ({ status, needsPerson }: Pick<WithdrawalDetail, 'status' | 'needsPerson'>) =>
  needsPerson === true ? (
    <Status code={status} tone="bad" label={texts.needsPerson} />
  ) : (
    <Status code={status} tone={TONES[status]} />
  );
