import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['-1000', '-1001', '-1006', '-1007', '-1008', 'Duplicate order sent.', '-4027', '-4030', '-4032'],
  word: (code) => [
    [code, { code: Number.isNaN(Number(code)) ? code : Number(code), msg: 'No.' }],
    ...(Number.isNaN(Number(code)) ? [[`-2010 ${code}`, { code: -2010, msg: code }] as const] : []),
  ],
};
