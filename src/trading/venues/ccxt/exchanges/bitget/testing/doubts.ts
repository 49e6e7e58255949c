import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    '40010',
    '40015',
    '40200',
    '40725',
    '40786',
    '40808',
    '40908',
    '40909',
    '40910',
    '43059',
    '43118',
    '43137',
    '45001',
    '45023',
    '45034',
  ],
  word: (code) => [[code, { code, msg: 'No.', requestTime: 1, data: null }]],
};
