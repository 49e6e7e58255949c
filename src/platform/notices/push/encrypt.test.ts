import { createECDH } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newBrowser } from '../testing/browser-keys.ts';
import { encrypt, isUsable, MAX_PLAIN_BYTES } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Appendix A of RFC 8291. */
const RFC = {
  plain: 'When I grow up, I want to be a watermelon',
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  senderPrivate: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('the example of RFC 8291 gives its ciphertext', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(RFC.senderPrivate);
  const body = encrypt(Buffer.from(RFC.plain), RFC, { ecdh, salt: RFC.salt });
  expect(body.toString('base64url')).toBe(RFC.body);
});

test('a browser reads what was encrypted for it, whatever it is, and no other browser does', async () => {
  const [browser, other] = [await newBrowser(), await newBrowser()];
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: MAX_PLAIN_BYTES }), async (plain) => {
    const body = encrypt(Buffer.from(plain), browser.keys);
    expect(body.length).toBeLessThanOrEqual(4096);
    expect(await browser.decrypt(body)).toEqual(Buffer.from(plain));
    expect(await other.decrypt(body).catch(() => 'refused')).toBe('refused');
  });
  await fc.assert(property, { numRuns: 30 });
});

test('the same message never has the same ciphertext', async () => {
  const { keys } = await newBrowser();
  const bodies = Array.from({ length: 5 }, () => encrypt(Buffer.from('x'), keys).toString('hex'));
  expect(new Set(bodies).size).toBe(5);
});

test('what would not fit into the body of a push service is refused', async () => {
  const { keys } = await newBrowser();
  expect(encrypt(Buffer.alloc(MAX_PLAIN_BYTES), keys).length).toBe(4096);
  expect(() => encrypt(Buffer.alloc(MAX_PLAIN_BYTES + 1), keys)).toThrow(RangeError);
});

describe('keys that are none are refused', () => {
  const offCurve = Buffer.concat([RFC.p256dh.subarray(0, 64), Buffer.of(1)]);
  const compressed = createECDH('prime256v1');
  compressed.generateKeys();
  test.each([
    ['a point that is not on the curve', { p256dh: offCurve, auth: RFC.auth }],
    ['a compressed point', { p256dh: compressed.getPublicKey(null, 'compressed'), auth: RFC.auth }],
    ['no point', { p256dh: Buffer.alloc(0), auth: RFC.auth }],
    ['the point at infinity', { p256dh: Buffer.of(0), auth: RFC.auth }],
    ['a short secret', { p256dh: RFC.p256dh, auth: RFC.auth.subarray(1) }],
  ])('%s', (_name, keys) => {
    expect(isUsable(keys)).toBe(false);
  });

  test('and those of a browser are not', () => {
    expect(isUsable(RFC)).toBe(true);
  });
});
