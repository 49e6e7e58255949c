import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['400.001', '400.019', '500.001', '500.002', '500.016', 'API0004'],
  word: (code) => [
    [code, { status: 'error', reason: { __all__: ['No.'] }, response_code: code }],
    [code, { status: 'error', reason: 'No.', code }],
    ['400.001', { status: 'error', reason: { __all__: [code] }, response_code: '400.001' }],
  ],
};
