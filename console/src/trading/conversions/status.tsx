import type { Conversion, ConversionOrder } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';

const TONES: Readonly<Record<Conversion['status'], Tone>> = {
  SIMULATED: 'idle',
  PENDING: 'busy',
  PROCESSING: 'busy',
  PENDING_CANCEL: 'warn',
  CANCELLED: 'idle',
  COMPLETED: 'good',
  FAILED: 'bad',
};

const ORDER_TONES: Readonly<Record<ConversionOrder['status'], Tone>> = {
  SENT: 'busy',
  OPEN: 'busy',
  FILLED: 'good',
  CANCELLED: 'idle',
  REFUSED: 'bad',
  ABSENT: 'bad',
};

export const ConversionStatus = ({ status }: Pick<Conversion, 'status'>) => (
  <Status code={status} tone={TONES[status]} />
);

export const OrderStatus = ({ status }: Pick<ConversionOrder, 'status'>) => (
  <Status code={status} tone={ORDER_TONES[status]} />
);
