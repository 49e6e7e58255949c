import { Type } from 'typebox';

export const recipientId = Type.String({
  format: 'uuid',
  examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3e'],
});
export const recipientHash = Type.String({
  description: 'A keyed hash of what it says: equal for equal recipients.',
  examples: ['5d5b09f6dcb2d53a5fffc60c4ac0d55fabdf556069d6631545f42aa6e3500f2e'],
});
