import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { Deposit } from './schema.ts';

const scope = 'venue-transfer:view';
const payload = Type.Object({ id: Deposit.properties.id, deposit: Deposit });

export const depositSeen = defineEvent({
  type: 'deposit.seen',
  summary: 'A venue shows a deposit for the first time.',
  scope,
  payload,
});

export const depositCredited = defineEvent({
  type: 'deposit.credited',
  summary: 'A venue has credited a deposit.',
  scope,
  payload,
});

export const depositNeedsInformation = defineEvent({
  type: 'deposit.needs-information',
  summary: 'A venue wants information about a deposit before it can be used.',
  scope,
  payload,
});

export const depositRejected = defineEvent({
  type: 'deposit.rejected',
  summary: 'A venue has rejected a deposit.',
  scope,
  payload,
});

export const depositTakenBack = defineEvent({
  type: 'deposit.taken-back',
  summary: 'A venue has taken back that it had credited a deposit.',
  scope,
  payload,
});

export const depositEvents = [
  depositSeen,
  depositCredited,
  depositNeedsInformation,
  depositRejected,
  depositTakenBack,
] as const;
