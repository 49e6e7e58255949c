import type { Challenge } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { attend, confirm, currentQuestion } from './confirm-store.ts';

const challengeOf = (proof: string): Challenge => ({
  proof,
  approves: {},
  options: () => Promise.reject(new Error('It is not asked for.')),
});
const proofs = () => currentQuestion()?.challenge.proof;

it('a question that one person left open is answered by nobody, and never asked of the next person', async () => {
  const leave = attend();
  const answered = confirm(challengeOf('first'));
  expect(proofs()).toBe('first');
  leave();
  expect(await answered).toBeUndefined();
  const leaveToo = attend();
  expect(proofs()).toBeUndefined();
  leaveToo();
});

it('a step whose question comes after the session has ended is not confirmed', async () => {
  attend()();
  expect(await confirm(challengeOf('late'))).toBeUndefined();
  expect(proofs()).toBeUndefined();
});

it('a late answer to one question does not close the next one', async () => {
  const leave = attend();
  const first = confirm(challengeOf('first'));
  const question = currentQuestion();
  const second = confirm(challengeOf('second'));
  question?.answer({ code: '123456' });
  expect(await first).toBeUndefined();
  expect(proofs()).toBe('second');
  currentQuestion()?.answer({ code: '654321' });
  expect(await second).toEqual({ code: '654321' });
  leave();
});
