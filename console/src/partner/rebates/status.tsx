import type { RebateRun } from '@quaestor/sdk';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<RebateRun['status'], Tone>> = {
  pending: 'warn',
  approved: 'busy',
  paid: 'good',
  rejected: 'bad',
};

export const RunStatus = ({ status }: Pick<RebateRun, 'status'>) => (
  <Status code={status} tone={TONES[status]} label={texts.runs.statuses[status]} />
);
