import { setTimeout as sleep } from 'node:timers/promises';
import type { CallFault } from './faults.ts';
import { failure, type Answer } from './http.ts';

/** How often the answer is sent; undefined means that the connection is cut. */
export type Delivery = { readonly answer: Answer; readonly copies: 1 | 2 } | 'hangUp';

const FAILURE = failure(500, 'internal', 'Something went wrong.');
const GARBAGE: Answer = { status: 200, body: '<html><body>Welcome</body></html>' };

/** Processes a call with its planned faults. */
export async function misbehave(
  faults: readonly CallFault[],
  process: (fate: string | null) => Promise<Answer>,
): Promise<Delivery> {
  const find = <T extends CallFault['type']>(type: T): Extract<CallFault, { type: T }> | undefined =>
    faults.find((fault): fault is Extract<CallFault, { type: T }> => fault.type === type);

  await pause(find('delay')?.ms);
  if (find('lose')) return 'hangUp';
  if (find('error')) return { answer: FAILURE, copies: 1 };
  const refuse = find('refuse');
  if (refuse) return { answer: failure(refuse.status, refuse.code, refuse.message), copies: 1 };

  const answer = await process(find('failLater')?.reason ?? null);

  await pause(find('delayAnswer')?.ms);
  if (find('drop')) return 'hangUp';
  const doubt = find('refuseAfterwards');
  if (doubt) return { answer: failure(doubt.status, doubt.code, doubt.message), copies: 1 };
  if (find('errorAfterwards')) return { answer: FAILURE, copies: 1 };
  return { answer: find('garble') ? GARBAGE : answer, copies: find('answerTwice') ? 2 : 1 };
}

const pause = async (ms: number | undefined): Promise<void> => {
  if (ms !== undefined) await sleep(ms);
};
