import type { WebhookDelivery } from '@quaestor/sdk';
import { Status, type Tone } from '../parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<WebhookDelivery['state'], Tone>> = {
  PENDING: 'busy',
  DELIVERED: 'good',
  PARKED: 'bad',
};

export const WebhookState = ({ paused }: { paused: boolean }) => (
  <Status
    code={paused ? 'PAUSED' : 'ACTIVE'}
    tone={paused ? 'warn' : 'good'}
    label={paused ? texts.paused : texts.active}
  />
);

export const DeliveryState = ({ state }: Pick<WebhookDelivery, 'state'>) => (
  <Status code={state} tone={TONES[state]} label={texts.deliveries.states[state]} />
);
