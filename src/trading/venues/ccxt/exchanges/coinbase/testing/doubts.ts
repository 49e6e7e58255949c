import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    'internal_server_error',
    'UNKNOWN_FAILURE_REASON',
    'COMMANDER_REJECTED_NEW_ORDER',
    'resource_exhausted',
  ],
  word: (code) => [
    [code, { error: code, message: 'No.' }],
    [code, { errors: [{ id: code, message: 'No.' }] }],
    [
      code,
      { success: false, error_response: { error: 'UNKNOWN_FAILURE_REASON', preview_failure_reason: code } },
    ],
  ],
};
