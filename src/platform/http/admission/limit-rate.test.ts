import { describe, expect, it } from 'vitest';
import { Problem } from '../../../kernel/index.ts';
import { RateLimiter } from './limit-rate.ts';

const FLOOD = 120_000;

describe('with more anonymous callers than are tracked', () => {
  const limiter = new RateLimiter({ reads: 1, writes: 1 });
  limiter.take('credential', 'acme client a', 'reads', 0);
  for (let index = 0; index < FLOOD; index++) limiter.take('anonymous', `source ${index}`, 'reads', 0);

  it('a credential that has not called yet is served', () => {
    expect(limiter.take('credential', 'acme client b', 'reads', 0).limit).toBe('"reads";r=0;t=60');
  });

  it('a credential over its limit is still refused', () => {
    expect(() => limiter.take('credential', 'acme client a', 'reads', 0)).toThrow(Problem);
  });

  it('a new anonymous caller is served, and recent ones are still counted', () => {
    expect(limiter.take('anonymous', 'new source', 'reads', 0).limit).toBe('"reads";r=0;t=60');
    expect(() => limiter.take('anonymous', `source ${FLOOD - 1}`, 'reads', 0)).toThrow(Problem);
  });
});
