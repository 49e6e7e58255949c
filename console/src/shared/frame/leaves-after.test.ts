import { ConnectionError, Trading } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { answerProblem, serve } from '../../../../sdk/src/testing/serve.ts';
import { leavesAfter } from './leaves-after.ts';

const asked = { next: '/', isAbsent: false };
const away = new ConnectionError('No answer.');

it('a person who signs out stays as long as the server has not heard it', async () => {
  const { url } = await serve((_request, response) => answerProblem(response, 401, 'unauthenticated'));
  const signOut = new Trading({ url, retries: 0 }).sessions.signOut();
  const ended = await signOut.then(
    () => new Error('It was answered.'),
    (error: Error) => error,
  );
  expect(leavesAfter(away, asked)).toBe(false);
  expect(leavesAfter(null, asked)).toBe(true);
  expect(leavesAfter(ended, asked)).toBe(true);
});

it('where nobody is there, nothing stays on the screen', () => {
  expect(leavesAfter(away, { ...asked, isAbsent: true })).toBe(true);
});
