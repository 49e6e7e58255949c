import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    '10000',
    '10014',
    '10016',
    '170001',
    '170005',
    '170007',
    '170032',
    '170035',
    '170141',
    '170146',
    '170149',
    '170234',
    '131001',
    '131003',
    '131082',
    '131230',
  ],
  word: (code) => [
    [code, { retCode: Number.isNaN(Number(code)) ? code : Number(code), retMsg: 'No.', result: {} }],
  ],
};
