import type { Dialect } from './loopback.ts';

/** The exchange with a clock that is ahead of ours. */
export const ahead = (dialect: Dialect, ms: number): Dialect => ({
  ...dialect,
  answer(core, request) {
    const { now } = Date;
    Date.now = () => now() + ms;
    try {
      const headers = { date: new Date(Date.now()).toUTCString() };
      return { headers, ...dialect.answer(core, request) };
    } finally {
      Date.now = now;
    }
  },
});

/** The exchange behind a wall that does not let us pass. */
export const banning = (dialect: Dialect, status = 403): Dialect => ({
  ...dialect,
  answer: () => ({ status, body: 'You are banned.' }),
});
