import { Status, type Tone } from '../../shared/parts/index.ts';
import type { Tariff } from './queries.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Tariff['state'], Tone>> = { past: 'idle', present: 'good', future: 'busy' };

export const TermState = ({ state }: Pick<Tariff, 'state'>) => (
  <Status code={state} tone={TONES[state]} label={texts.states[state]} />
);
