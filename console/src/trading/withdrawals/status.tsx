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

type Shown = Pick<WithdrawalDetail, 'status' | 'needsPerson' | 'screening' | 'waitingReason'>;

/** The status, or whose answer is awaited where that is known: a person's, a screener's or one at the venue. */
export function WithdrawalStatus({ status, needsPerson, screening, waitingReason }: Shown) {
  if (needsPerson === true) return <Status code={status} tone="bad" label={texts.needsPerson} />;
  if (status === 'APPROVAL_REQUESTED' && screening?.verdict === null)
    return <Status code={status} tone="warn" label={texts.awaitsScreening} />;
  const isHeld = status === 'SUBMITTED' && (waitingReason ?? null) !== null;
  return (
    <Status
      code={status}
      tone={isHeld ? 'warn' : TONES[status]}
      {...(isHeld && { label: texts.waitsAtVenue })}
    />
  );
}
