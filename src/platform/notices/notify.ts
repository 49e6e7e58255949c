import { newId, type Context } from '../../kernel/index.ts';
import { enqueue, request, type JobRequest } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { selectCompulsory } from './preferences/index.ts';
import { CHAT, roomName, selectRoomsFor } from './chat/index.ts';
import type { Matter, NoticeKind } from './define.ts';
import type { NoticeOptions } from './options.ts';
import { PUSH } from './push/index.ts';
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
export async function notify(
  context: Context<Db>,
  options: NoticeOptions,
  occasion: Occasion,
): Promise<void> {
  const { actor, clock, db } = context;
  const kind = options.kinds.find(({ name }) => name === occasion.kind);
  if (!kind) throw new Error(`There is no kind of notice ${occasion.kind}.`);
  if (options.channels.length === 0) return;
  const matter = await kind.find(context, occasion.subject, undefined);
  if (!matter) return;
  const rows = await deliveriesOf(context, options, kind, occasion, matter);
  if (rows.length === 0) return;
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const notice = { id: newId(now), tenant: actor.tenant, ...occasion, created_at: now };
    const { id } = await insertNotice(tx, notice).executeTakeFirstOrThrow();
    await insertDeliveries(tx, id, rows, { now, isBulk: kind.spread !== undefined }).execute();
    if (!options.isPolled) await enqueue(tx, context, sendsOf(options, rows));
  });
}

/** One job for each lane. */
function sendsOf({ channels }: NoticeOptions, rows: readonly NewDelivery[]): JobRequest[] {
  const personal = new Set(channels.filter(({ isPersonal }) => isPersonal).map(({ name }) => name));
  const lanes = rows.map(({ channel, person, device }) =>
    personal.has(channel) ? { channel, person, ...(device !== null && { device }) } : { channel },
  );
  return [...new Map(lanes.map((lane) => [JSON.stringify(lane), lane])).values()].map((lane) =>
    request(sendJob, lane),
  );
}

async function deliveriesOf(
  { actor, clock, db }: Context<Db>,
  { channels }: NoticeOptions,
  { name: kind, isPrivate }: NoticeKind,
  { service }: Occasion,
  { people, address }: Matter,
): Promise<NewDelivery[]> {
  const now = clock.now();
  const names = channels.map(({ name }) => name);
  if (address !== undefined) {
    if (!names.includes(MAIL)) return [];
    return people.map((person) => ({ id: newId(now), person, channel: MAIL, device: null, due_at: now }));
  }
  const place = { tenant: actor.tenant, service };
  const compulsory = await selectCompulsory(db, place).execute();
  const isCompulsory = compulsory.some((row) => row.kind === kind);
  const reachable = await selectReachable(db, service, people, names).execute();
  const wantsRooms = isPrivate !== true && people.length > 0 && names.includes(CHAT);
  const rooms = wantsRooms ? await selectRoomsFor(db, place, kind).execute() : [];
  const ofRooms = rooms.map(({ id }) => ({
    id: newId(now),
    person: roomName(id),
    channel: CHAT,
    device: null,
    due_at: now,
  }));
  const ofPeople = reachable
    .filter(({ muted }) => isCompulsory || !muted?.includes(kind))
    .map(({ person, channel, address: of, quiet_from, quiet_until, time_zone }) => {
      const isQuiet = quiet_from !== null && quiet_until !== null && time_zone !== null;
      const quiet = isQuiet ? { from: quiet_from, until: quiet_until, timeZone: time_zone } : undefined;
      const device = channel === PUSH ? of : null;
      return { id: newId(now), person, channel, device, due_at: afterQuiet(now, quiet) };
    });
  return [...ofPeople, ...ofRooms];
}
