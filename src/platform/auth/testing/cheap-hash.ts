import { vi } from 'vitest';
import type * as hash from '../credentials/hash.ts';

export const CHEAP = { logN: 1, r: 1, p: 1 };

/** The same hash at next to no cost, for suites that are about something else. */
export const cheaper = (actual: typeof hash): typeof hash => ({
  hashSecret: (secret) => actual.hashSecret(secret, CHEAP),
  verifySecret: vi.fn<typeof hash.verifySecret>(actual.verifySecret),
  decoyHash: () => actual.decoyHash(CHEAP),
});
