import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

const COST: Cost = { logN: 15, r: 8, p: 3 };
const HASH_BYTES = 32;

/** Computes a salted, memory-hard hash. The text includes the cost, so new hashes can use a higher one. */
export async function hashSecret(secret: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  return format(cost, salt, await compute(secret, salt, cost));
}

export async function verifySecret(secret: string, hash: string): Promise<boolean> {
  const { cost, salt, expected } = parse(hash);
  return timingSafeEqual(await compute(secret, salt, cost), expected);
}

/** A hash that matches no secret: an unknown name then takes as long to check as a known one. */
export const decoyHash = (cost = COST): string => format(cost, randomBytes(16), randomBytes(HASH_BYTES));

function compute(secret: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return scryptAsync(secret, salt, HASH_BYTES, { N, r, p, maxmem: 256 * r * (N + p) });
}

function format({ logN, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]{22})\$([\w-]{43})$/;

function parse(text: string) {
  const [, logN, r, p, salt, hash] = FORM.exec(text) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored secret hash is not well formed.');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    expected: Buffer.from(hash, 'base64url'),
  };
}
