import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    'EGeneral:Internal error',
    'EService:Unavailable',
    'EService:Busy',
    'EService:Deadline elapsed',
    'EOrder:Duplicate client order ID',
  ],
  word: (code) => [[code, { error: [code] }]],
};
