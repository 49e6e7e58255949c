import type { Tariffs } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

type State = Tariffs['rows'][number]['state'];

const TONES: Readonly<Record<State, Tone>> = { past: 'idle', present: 'good', future: 'busy' };

export const TermState = ({ state }: { state: State }) => (
  <Status code={state} tone={TONES[state]} label={texts.states[state]} />
);
