import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: [
    '50004',
    '50013',
    '50026',
    '50042',
    '50071',
    '51016',
    '51054',
    '51149',
    '58007',
    '58112',
    '58124',
    '58404',
  ],
  word: (code) => [
    [code, { code, msg: 'No.', data: [] }],
    [code, { code: '1', msg: 'No.', data: [{ clOrdId: '', ordId: '', sCode: code, sMsg: 'No.' }] }],
  ],
};
