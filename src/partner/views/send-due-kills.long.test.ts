import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openMailServer } from '../../platform/notices/testing/mail-server.ts';
import { killAt } from '../../testing/kill-at.ts';
import { openPostroom } from './testing/postroom.ts';

const postroom = await openPostroom();
const { office, person, save, at, notify, send, states, optionsFor } = postroom;
beforeEach(postroom.reset);

/** What is known of the mail in the end, and how often it has arrived, if a worker is killed at a moment. */
const MOMENTS = [
  ['before the message is made', 'SENT', 1],
  ['when the message is made', 'SENT', 1],
  ['when the report is read', 'SENT', 1],
  ['before it connects', 'SENT', 1],
  ['before it offers the message', 'SENT', 1],
  ['when it has offered the message', 'UNKNOWN', 0],
  ['before the server answers', 'UNKNOWN', 1],
  ['before it notes the answer', 'UNKNOWN', 1],
] as const;

test.each(MOMENTS)(
  'a view whose worker is killed %s is %s in the end, and has arrived %i times',
  async (moment, state, times) => {
    const reached = new EventEmitter();
    let arrived = 0;
    const server = await openMailServer({
      onMessage: async () => {
        arrived += 1;
        if (moment !== 'before the server answers') return undefined;
        reached.emit('now');
        return new Promise(() => {});
      },
    });
    const options = optionsFor('full', server.port);
    await person();
    await save();
    const now = '2024-06-01T07:00:00.000Z';
    at(now);
    const args = [office.database.url, office.folder, String(server.port), moment, now];
    await killAt(reached, join(import.meta.dirname, 'testing/crash.ts'), args);
    for (const later of ['2024-06-01T07:02:00Z', '2024-06-01T07:04:00Z', '2024-06-02T06:59:00Z']) {
      at(later);
      await notify(options);
      await send(options);
    }
    expect([(await states()).map((each) => each.state), arrived]).toEqual([[state], times]);
  },
);
