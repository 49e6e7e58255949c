import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    'REPEATED_CREATION',
    'DUPLICATE_REQUEST',
    'ORDER_EXISTS',
    'INTERNAL',
    'SERVER_ERROR',
    'SERVER_TIMEOUT',
    'TOO_BUSY',
  ],
  word: (code) => [[code, { label: code, message: 'No.' }]],
};
