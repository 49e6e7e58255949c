import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['500', '501', '503', '504', '603', '10200', '10201', '10202', '10219', '20002', '730000'],
  word: (code) => [[code, { code: Number(code), msg: 'No.' }]],
};
