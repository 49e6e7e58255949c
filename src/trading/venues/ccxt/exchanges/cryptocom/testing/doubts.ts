import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['204', '224', '40006', '40801', '43004', '50001', '120009'],
  word: (code) => [
    [
      code,
      { id: 1, method: 'private/any', code: Number.isNaN(Number(code)) ? code : Number(code), message: 'NO' },
    ],
  ],
};
