import { crc32 } from 'node:zlib';

/** A generator (mulberry32) whose state is one 32-bit number, stored with the exchange so that it replays. */
export interface Random {
  state: number;
}

export const seeded = (seed: string): Random => ({ state: crc32(seed) });

/** From 0 to `limit - 1`. */
export function below(random: Random, limit: number): number {
  random.state = (random.state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(random.state ^ (random.state >>> 15), random.state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}
