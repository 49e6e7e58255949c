import { UnauthenticatedError } from '@quaestor/sdk';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { expect, it } from 'vitest';
import { actOnEach, type Row } from './act-on-each.ts';

const PROBLEM = {
  code: 'unauthenticated',
  status: 401,
  title: '',
  type: '',
  instance: '',
  traceId: '',
} as const;
const ENDED = new UnauthenticatedError({ ...PROBLEM, detail: 'The session has ended.' }, new Headers());

const rowOf = (line: number): Row => ({
  line,
  state: 'passed',
  said: 'Allowed.',
  request: { venue: 'aurora', asset: { code: 'XRP' }, amount: '1', reference: `pay-${line}` },
});

it('the end of a session stops a batch: what was sent stays known, and the rest is sent once after the sign-in', async () => {
  const outcomes = array(constantFrom('sent', 'refused', 'ended'), { maxLength: 12 });
  await assert(
    asyncProperty(outcomes, async (answers) => {
      const rows = answers.map((_answer, line) => rowOf(line));
      const show = (row: Row) => (rows[row.line] = row);
      const taken: string[] = [];
      const endsAt = answers.indexOf('ended');
      const first = actOnEach(
        [...rows],
        async ({ line, request }) => {
          if (answers[line] === 'ended') throw ENDED;
          taken.push(request.reference);
          if (answers[line] === 'refused') throw new Error('Refused.');
          return { state: 'requested' };
        },
        show,
      );
      const tried = endsAt === -1 ? answers : answers.slice(0, endsAt);
      const count = tried.filter((answer) => answer === 'sent').length;
      expect(await first.catch((error: unknown) => error)).toBe(endsAt === -1 ? count : ENDED);
      expect(rows.map(({ state }) => state)).toEqual(
        answers.map((answer, line) =>
          line >= tried.length ? 'passed' : answer === 'sent' ? 'requested' : 'failed',
        ),
      );
      expect(rows.slice(tried.length)).toEqual(
        answers.map((_answer, line) => rowOf(line)).slice(tried.length),
      );

      await actOnEach(
        rows.filter(({ state }) => state === 'passed'),
        async ({ request }) => {
          taken.push(request.reference);
          return { state: 'requested' };
        },
        show,
      );
      expect(taken).toEqual(answers.map((_answer, line) => `pay-${line}`));
    }),
  );
});
