import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['REPEATED_CREATION', 'INTERNAL', 'SERVER_ERROR', 'TOO_BUSY'],
  word: (code) => [[code, { label: code, message: 'No.' }]],
};
