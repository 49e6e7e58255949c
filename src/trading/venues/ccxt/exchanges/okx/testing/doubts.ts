import type { Doubts } from '../../../testing/doubts.ts';

export const doubts: Doubts = {
  codes: ['50004', '50026', '50042', '51016', '51054', '51149', '58007', '58112'],
  word: (code) => [
    [code, { code, msg: 'No.', data: [] }],
    [code, { code: '1', msg: 'No.', data: [{ clOrdId: '', ordId: '', sCode: code, sMsg: 'No.' }] }],
  ],
};
