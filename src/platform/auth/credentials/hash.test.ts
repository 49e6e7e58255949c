import { expect, it } from 'vitest';
import { decoyHash, hashSecret, verifySecret } from './hash.ts';

const CHEAP = { logN: 1, r: 1, p: 1 };

it('a secret is kept as scrypt with N=2^15, r=8, p=3 and a fresh salt, and is verified', async () => {
  const hash = await hashSecret('secret');
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifySecret('secret', hash)).toBe(true);
});

it('another secret is not verified, and equal secrets have different hashes', async () => {
  const hash = await hashSecret('secret', CHEAP);
  expect(await verifySecret('Secret', hash)).toBe(false);
  expect(await verifySecret('', hash)).toBe(false);
  expect(await hashSecret('secret', CHEAP)).not.toBe(hash);
});

it('a hash made at another cost is verified at the cost it carries', async () => {
  for (const cost of [CHEAP, { logN: 4, r: 2, p: 2 }]) {
    const hash = await hashSecret('secret', cost);
    expect(hash).toContain(`ln=${cost.logN},r=${cost.r},p=${cost.p}`);
    expect(await verifySecret('secret', hash)).toBe(true);
  }
});

it('the decoy costs as much as a new hash', () => {
  expect(decoyHash()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
});

it('a hash that is not well formed is refused loudly', async () => {
  await expect(verifySecret('secret', 'plain text')).rejects.toThrow('not well formed');
});
