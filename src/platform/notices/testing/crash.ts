import type { Channel } from '../channel.ts';
import { connect } from '../../postgres/index.ts';
import { newTraceId } from '../../../kernel/index.ts';
import { sendDue } from '../send.ts';
import { chatOf, mailTo, pushOf, THING } from './thing.ts';

/** A process that sends until it reaches a moment, writes its name and hangs until it is killed. */
const [url = '', name = '', port = '', moment = '', now = '', device] = process.argv.slice(2);

async function reach(name: string): Promise<void> {
  if (name !== moment) return;
  process.stdout.write(name);
  // The open connections keep the process alive.
  await new Promise(() => {});
}

const others: Readonly<Record<string, () => Channel>> = { CHAT: chatOf, PUSH: pushOf };
const real = others[name]?.() ?? mailTo(Number(port));
const channel: Channel = {
  ...real,
  async open(context) {
    await reach('before it connects');
    const line = await real.open(context);
    return {
      ...line,
      async send(message, offer) {
        const outcome = await line.send(message, async () => {
          await reach('before it offers the message');
          const isOffered = await offer();
          await reach('when it has offered the message');
          return isOffered;
        });
        await reach('before it notes the answer');
        return outcome;
      },
    };
  },
};

const database = connect({ url, poolSize: 8, statementTimeoutMs: 5000, applicationName: 'crash' });
await sendDue(
  {
    actor: { kind: 'system', id: 'notice', tenant: 'acme', scopes: new Set() },
    clock: { now: () => new Date(now) },
    db: database.db,
    traceId: newTraceId(),
    signal: new AbortController().signal,
  },
  { kinds: [THING], channels: [channel], detail: 'full', urlOf: () => 'https://trading.example.com' },
  { channel: name, ...(real.isPersonal && { person: 'ada', device }) },
);
