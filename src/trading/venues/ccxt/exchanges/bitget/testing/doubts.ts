import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['40010', '40015', '40725', '40908', '40909', '40910', '40786', '43118', '45001', '45034'],
  word: (code) => [[code, { code, msg: 'No.', requestTime: 1, data: null }]],
};
