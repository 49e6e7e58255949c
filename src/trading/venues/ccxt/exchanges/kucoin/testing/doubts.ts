import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['126033', '126036', '126038', '126039', '126044', '230005', '400400', '408000', '500000'],
  word: (code) => [
    [code, { code, msg: 'No.' }],
    ...(Number.isNaN(Number(code)) ? [[`400100 ${code}`, { code: '400100', msg: code }] as const] : []),
  ],
};
