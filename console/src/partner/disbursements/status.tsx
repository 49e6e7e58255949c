import type { Disbursement, DisbursementDestination } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Disbursement['status'], Tone>> = {
  REQUESTED: 'warn',
  APPROVED: 'busy',
  SEALED: 'busy',
  SENT: 'busy',
  ACCEPTED: 'busy',
  PAID: 'good',
  RETURNED: 'bad',
  FAILED: 'bad',
  CANCELLED: 'idle',
};

export const DisbursementStatus = ({ status }: Pick<Disbursement, 'status'>) => (
  <Status code={status} tone={TONES[status]} label={texts.statuses[status]} />
);

const DESTINATION_TONES: Readonly<Record<DisbursementDestination['status'], Tone>> = {
  WAITING: 'warn',
  CONFIRMED: 'good',
  REFUSED: 'bad',
  REPLACED: 'idle',
  DISABLED: 'bad',
};

export const DestinationStatus = ({ status }: Pick<DisbursementDestination, 'status'>) => (
  <Status code={status} tone={DESTINATION_TONES[status]} label={texts.destinationStatuses[status]} />
);
