import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { ScreeningQuestion } from '../screening/index.ts';
import { Withdrawal } from './schema.ts';

const scope = 'venue-transfer:view';
const { id, status, updatedAt: time } = Withdrawal.properties;

export const withdrawalCreated = defineEvent({
  type: 'withdrawal.created',
  summary: 'A withdrawal was created.',
  scope,
  payload: Type.Object({ id, withdrawal: Withdrawal }),
});

export const withdrawalStateChanged = defineEvent({
  type: 'withdrawal.state-changed',
  summary: 'The status of a withdrawal changed.',
  scope,
  payload: Type.Object({ id, from: status, to: status, withdrawal: Withdrawal }),
});

export const withdrawalVoteRequired = defineEvent({
  type: 'withdrawal.vote-required',
  summary: 'A new withdrawal needs approval.',
  scope,
  payload: Type.Object({
    id,
    withdrawal: Withdrawal,
    approvals: Type.Integer({ description: 'The number of approvals it needs.', examples: [2] }),
    until: { ...time, description: 'It expires without them at this time.' },
  }),
});

export const withdrawalScreeningRequired = defineEvent({
  type: 'withdrawal.screening-required',
  summary: 'A new withdrawal waits for the answer of a screener.',
  scope,
  payload: Type.Object({ id, withdrawal: Withdrawal, screening: ScreeningQuestion }),
});

export const withdrawalEvents = [
  withdrawalCreated,
  withdrawalStateChanged,
  withdrawalVoteRequired,
  withdrawalScreeningRequired,
] as const;
