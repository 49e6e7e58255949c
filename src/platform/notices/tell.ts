import { newId, type Context } from '../../kernel/index.ts';
import { enqueue, request } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { selectCompulsory } from './preferences/index.ts';
import type { Matter } from './define.ts';
import type { NoticeOptions } from './options.ts';
import { afterQuiet } from './quiet.ts';
import { sendJob } from './send.ts';
import { insertDeliveries, insertNotice, selectReachable, type NewDelivery } from './store.ts';

interface Occasion {
  readonly kind: string;
  readonly subject: string;
  readonly service: string;
}

/** The channel of notices that have an address of their own. */
const MAIL = 'EMAIL';

/** Makes a message for each person and channel of an occasion. Repeated, it makes no second one. */
export async function tell(context: Context<Db>, options: NoticeOptions, occasion: Occasion): Promise<void> {
  const { actor, clock, db } = context;
  const kind = options.kinds.find(({ name }) => name === occasion.kind);
  if (!kind) throw new Error(`There is no kind of notice ${occasion.kind}.`);
  if (options.channels.length === 0) return;
  const matter = await kind.find(context, occasion.subject, undefined);
  if (!matter) return;
  const rows = await deliveriesOf(context, options, occasion, matter);
  if (rows.length === 0) return;
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const notice = { id: newId(now), tenant: actor.tenant, ...occasion, created_at: now };
    const { id } = await insertNotice(tx, notice).executeTakeFirstOrThrow();
    await insertDeliveries(tx, id, rows, now).execute();
    const channels = new Set(rows.map(({ channel }) => channel));
    await enqueue(
      tx,
      context,
      [...channels].map((channel) => request(sendJob, { channel })),
    );
  });
}

async function deliveriesOf(
  { actor, clock, db }: Context<Db>,
  { channels }: NoticeOptions,
  { kind, service }: Occasion,
  { people, address }: Matter,
): Promise<NewDelivery[]> {
  const now = clock.now();
  const names = channels.map(({ name }) => name);
  if (address !== undefined) {
    if (!names.includes(MAIL)) return [];
    return people.map((person) => ({ id: newId(now), person, channel: MAIL, due_at: now }));
  }
  const compulsory = await selectCompulsory(db, { tenant: actor.tenant, service }).execute();
  const isCompulsory = compulsory.some((row) => row.kind === kind);
  const reachable = await selectReachable(db, people, names).execute();
  return reachable
    .filter(({ muted }) => isCompulsory || !muted?.includes(kind))
    .map(({ person, channel, quiet_from, quiet_until, time_zone }) => {
      const isQuiet = quiet_from !== null && quiet_until !== null && time_zone !== null;
      const quiet = isQuiet ? { from: quiet_from, until: quiet_until, timeZone: time_zone } : undefined;
      return { id: newId(now), person, channel, due_at: afterQuiet(now, quiet) };
    });
}
