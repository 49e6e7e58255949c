import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { newTraceId } from '../../../kernel/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { openLocalStorage } from '../../../platform/storage/index.ts';
import { mailTo } from '../../../platform/notices/testing/thing.ts';
import { creditingProjection, ledgerGuards } from '../../crediting/index.ts';
import { openFacts } from '../../facts/handle/index.ts';
import { rewardDerivation } from '../../rewards/index.ts';
import { namesProjection } from '../../wallets/index.ts';
import { viewNotice } from '../notices.ts';
import { REPORT_EMAIL, sendViews, notifyDue } from '../send-due.ts';

/** A process that sends views until it reaches a moment, writes its name and hangs until it is killed. */
const [url = '', folder = '', port = '', moment = '', now = ''] = process.argv.slice(2);

function reach(name: string): void {
  if (name !== moment) return;
  writeSync(1, name);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const { db } = connect({ url, poolSize: 8, statementTimeoutMs: 5000, applicationName: 'crash' });
const facts = await openFacts({
  db,
  storage: openLocalStorage({
    folder: join(folder, 'files'),
    secret: Buffer.alloc(32),
    publicUrl: '',
  }),
  folder: join(folder, `facts-${process.pid}`),
  threads: 1,
  memoryLimitBytes: 512 * 2 ** 20,
  readers: 2,
  derivations: [rewardDerivation],
  guards: ledgerGuards,
  projections: [creditingProjection, namesProjection],
});
await facts.ready;

const kind = viewNotice(facts);
const mail = mailTo(Number(port));
const options = {
  kinds: [
    {
      ...kind,
      async find(...asked: Parameters<typeof kind.find>) {
        reach('before the message is made');
        const matter = await kind.find(...asked);
        return (
          matter && {
            ...matter,
            async load(saying: Parameters<NonNullable<typeof matter.load>>[0]) {
              const loaded = await matter.load?.(saying);
              reach('when the report is read');
              return loaded ?? { facts: {} };
            },
          }
        );
      },
    },
  ],
  channels: [
    {
      ...mail,
      name: REPORT_EMAIL,
      isSlow: true as const,
      async open(...asked: Parameters<typeof mail.open>) {
        reach('before it connects');
        const line = await mail.open(...asked);
        return {
          ...line,
          async send(...[message, offer]: Parameters<typeof line.send>) {
            const outcome = await line.send(message, async () => {
              reach('before it offers the message');
              const isOffered = await offer();
              reach('when it has offered the message');
              return isOffered;
            });
            reach('before it notes the answer');
            return outcome;
          },
        };
      },
    },
  ],
  detail: 'full' as const,
  isPolled: true as const,
  urlOf: () => 'https://partner.example.com',
};

/** Between the message and the next time of its schedule. */
const watched = new Proxy(db, {
  get(target, name) {
    if (name === 'updateTable') reach('when the message is made');
    const member = Reflect.get(target, name) as unknown;
    return typeof member === 'function' ? (member.bind(target) as unknown) : member;
  },
});

const context = {
  actor: { kind: 'system', id: 'saved-view', tenant: 'default', scopes: new Set<string>() } as const,
  clock: { now: () => new Date(now) },
  db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};
await notifyDue({ ...context, db: watched }, facts, options);
await sendViews(context, options);
