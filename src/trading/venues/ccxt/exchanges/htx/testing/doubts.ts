import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    'base-record-invalid',
    'base-system-error',
    'gateway-internal-error',
    'invalid-client-order-id',
    'order-duplicate-client-order-id',
    'order-update-error',
    'system-maintenance',
    'timeout',
  ],
  word: (code) => [[code, { status: 'error', 'err-code': code, 'err-msg': 'No.', data: null }]],
};
