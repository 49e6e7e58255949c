import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { claimOfRequest, findFirst, insertClaims } from './claim.ts';

/**
 * Does the work of a request that is more than one transaction, and keeps its answer for repeats with the same key. The
 * answer is what JSON keeps as it is. If the process ends before it is kept, a repeat does the work again: the work must
 * do only what is left to do.
 */
export async function answerOnce<C extends Context<Db>, Answer>(
  context: C,
  work: (context: C) => Promise<Answer>,
): Promise<Answer> {
  const { requestKey, db, clock } = context;
  // The results of its commands are not kept, so they need not be what JSON keeps.
  const inner = { ...context, requestKey: undefined, keepsResults: false };
  if (!requestKey) return work(inner);
  const claim = claimOfRequest(context, requestKey, 0);
  const repeat = async (): Promise<Answer | undefined> => {
    const first = await findFirst(db, claim);
    if (first) context.noteReplay?.();
    return first?.answer as Answer | undefined;
  };
  const earlier = await repeat();
  if (earlier !== undefined) return earlier;
  const answer = await work(inner);
  try {
    await insertClaims([{ claim, subject: null, answer, now: clock.now() }]).execute(db);
    return answer;
  } catch (error) {
    // A request with the same key has ended meanwhile. If it was another one, the key is its own.
    const first = await repeat().catch((refused: unknown) =>
      refused instanceof Problem ? answer : undefined,
    );
    if (first === undefined) throw error;
    return first;
  }
}
