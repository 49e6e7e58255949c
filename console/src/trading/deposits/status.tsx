import type { Deposit } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Deposit['status'], Tone>> = {
  PENDING: 'busy',
  COMPLETED: 'good',
  FAILED: 'bad',
};

/** The status, or why the money that has arrived cannot be used. */
export const DepositStatus = ({ status, hold }: Pick<Deposit, 'status' | 'hold'>) =>
  hold === null ? (
    <Status code={status} tone={TONES[status]} label={texts.status[status]} />
  ) : (
    <Status code={hold} tone="warn" label={texts.holds[hold]} />
  );
