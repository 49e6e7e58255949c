import { Type } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { sweepAttempts } from './attempts/index.ts';
import { deleteExpiredProofs } from '../proofs/index.ts';
import { deleteExpiredChallenges } from './factors/index.ts';
import { deleteExpiredKeys } from './keys/index.ts';
import { deleteExpiredAnswers } from './openid/index.ts';
import { deleteExpiredInvitations } from './people/index.ts';
import { deleteExpiredRevocations } from './revocations/index.ts';
import { deleteOldSessions } from './sessions/index.ts';

/** Deletes old sign-in attempts, and what has expired: keys, revocations, invitations, challenges and sessions. */
export async function sweepAuth({ db, clock }: Context<Db>): Promise<void> {
  const now = clock.now();
  await sweepAttempts(db, now);
  await deleteExpiredRevocations(db, now).execute();
  await deleteExpiredKeys(db, now).execute();
  await deleteExpiredInvitations(db, now).execute();
  await deleteExpiredChallenges(db, now).execute();
  await deleteExpiredAnswers(db, now).execute();
  await deleteExpiredProofs(db, now).execute();
  await deleteOldSessions(db, now).execute();
}

const sweep = defineJob({ name: 'auth.sweep', payload: Type.Object({}), maxAttempts: 5 });

export const authJobs: ModuleJobs = {
  handlers: [handle(sweep, sweepAuth)],
  cron: [{ schedule: '17 * * * *', request: request(sweep, {}) }],
};
