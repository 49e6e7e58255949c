import type { ManagedBalance } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<ManagedBalance['state'], Tone>> = {
  OK: 'good',
  LOW: 'bad',
  HIGH: 'warn',
  UNKNOWN: 'idle',
};

export const BalanceState = ({ state }: Pick<ManagedBalance, 'state'>) => (
  <Status code={state} tone={TONES[state]} label={texts.states[state]} />
);
