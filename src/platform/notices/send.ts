import { Type } from 'typebox';
import { backOffMs, later, Problem, type Context } from '../../kernel/index.ts';
import { defineJob } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Channel, Line, Message, Outcome } from './channel.ts';
import { compose, lessOf, type Detail } from './compose.ts';
import { isRoom } from './chat/index.ts';
import type { Matter, NoticeKind } from './define.ts';
import { languageOf } from './languages.ts';
import type { NoticeOptions } from './options.ts';
import { endAttempt, giveUpOffered, offer, takeDue, type Ending, type Lane } from './store.ts';

export const sendJob = defineJob({
  name: 'notice.send',
  payload: Type.Object(
    { channel: Type.String(), person: Type.Optional(Type.String()), device: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  maxAttempts: 5,
});

/** Connections of one run, and messages that each takes at once. */
const LINES = 4;
const AT_ONCE = 10;
/** After this time the worker of a message counts as dead. If it lives, it can still not offer what another has taken. */
const TAKEN_FOR_MS = 60_000;
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [30_000, 15 * 60_000] as const;
/** About a day. */
const MAX_ATTEMPTS = 100;

type Taken = Awaited<ReturnType<ReturnType<typeof takeDue>['execute']>>[number];

interface Run {
  readonly context: Context<Db>;
  readonly options: NoticeOptions;
  readonly channel: Channel;
  readonly lane: Lane;
}

/** Sends the messages of a lane that are due, each at most once. */
export async function sendDue(context: Context<Db>, options: NoticeOptions, lane: Lane): Promise<void> {
  const channel = options.channels.find(({ name }) => name === lane.channel);
  if (!channel) return;
  await giveUpOffered(context.db, lane, context.clock.now()).execute();
  const lines = channel.isPersonal || channel.isSlow ? 1 : LINES;
  await Promise.all(Array.from({ length: lines }, () => drain({ context, options, channel, lane })));
}

/** Sends through one connection, one message after the other. */
async function drain(run: Run): Promise<void> {
  const { context, channel, lane } = run;
  const { db, clock, signal } = context;
  const atOnce = channel.isSlow ? 1 : AT_ONCE;
  let line: Line | undefined;
  try {
    while (!signal.aborted) {
      const now = clock.now();
      const taken = await takeDue(db, lane, now, later(now, TAKEN_FOR_MS), atOnce).execute();
      if (taken.length === 0) return;
      const matters = await findMatters(run, taken);
      for (const [index, delivery] of taken.entries()) {
        if (signal.aborted) return await putBack(run, taken.slice(index), 'The worker was stopped.');
        // Before it connects: what takes long would let the connection time out.
        const made = await make(run, delivery, matters.get(delivery.notice_id));
        if ('ending' in made) {
          await endAttempt(db, delivery.id, delivery.attempts, made.ending).execute();
          continue;
        }
        try {
          line ??= await channel.open(context);
        } catch (error) {
          return await putBack(run, taken.slice(index), (error as Error).message);
        }
        const outcome = await hand(run, line, made);
        if (outcome.kind !== 'sent' || channel.isSlow) {
          line.close();
          line = undefined;
        }
        await end(run, made, outcome);
      }
    }
  } finally {
    line?.close();
  }
}

/** What it is about cannot be read, and not later either. */
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500;

interface Found {
  readonly kind: NoticeKind;
  readonly matter: Matter;
}

/** A fault concerns the messages of its notice alone. */
type Search = Found | { readonly error: unknown };

/** The state of what each notice is about, now and for the people of these messages. By the id of the notice. */
async function findMatters(
  { context, options }: Run,
  taken: readonly Taken[],
): Promise<ReadonlyMap<string, Search>> {
  const found = new Map<string, Search>();
  for (const notice of new Map(taken.map((each) => [each.notice_id, each])).values()) {
    const { notice_id: id, tenant, subject } = notice;
    const kind = options.kinds.find(({ name }) => name === notice.kind);
    const people = taken.filter((each) => each.notice_id === id).map(({ person }) => person);
    // A room gets what concerns anybody.
    const among = people.some(isRoom) ? undefined : people;
    const of = { ...context, signal: context.signal, actor: { ...context.actor, tenant } };
    try {
      const matter = await kind?.find(of, subject, among);
      if (kind && matter) found.set(id, { kind, matter });
    } catch (error) {
      found.set(id, { error });
    }
  }
  return found;
}

const concerns = ({ kind, matter }: Found, person: string): boolean =>
  isRoom(person) ? matter.people.length > 0 && kind.isPrivate !== true : matter.people.includes(person);

interface Made extends Taken {
  readonly address: string;
  readonly message: Message;
}

/** The message, or what becomes of it without one. A message that cannot be made holds up no other. */
async function make(
  run: Run,
  delivery: Taken,
  search: Search | undefined,
): Promise<Made | { readonly ending: Ending }> {
  try {
    if (search && 'error' in search) throw search.error;
    const address = search?.matter.address ?? delivery.address;
    if (address === null) return dropped('The person has no confirmed address any more.');
    if (!search || !concerns(search, delivery.person)) {
      return dropped(search?.matter.because ?? 'It does not concern the person any more.');
    }
    const addressed = { ...delivery, address };
    return { ...addressed, message: await messageOf(run, addressed, search) };
  } catch (error) {
    if (isRefusal(error)) return dropped(error.message);
    return { ending: laterEnding(delivery, (error as Error).message, run.context.clock.now()) };
  }
}

const dropped = (outcome: string): { readonly ending: Ending } => ({
  ending: { state: 'DROPPED', due_at: null, outcome },
});

async function messageOf(
  { context: { clock }, options }: Run,
  { id, address, service, ...chosen }: Taken & { readonly address: string },
  { kind, matter }: Found,
): Promise<Message> {
  const detail = lessOf(options.detail, (chosen.detail as Detail | null) ?? 'full');
  const language = languageOf(chosen.language);
  // A message that says nothing reads nothing.
  const loaded = detail === 'bare' ? undefined : await matter.load?.({ detail, language });
  const link = `${options.urlOf(service)}${await matter.path()}`;
  const content = { text: kind.texts[language], facts: { ...matter.facts, ...loaded?.facts }, link };
  const composed = compose(content, detail, language);
  return { id, to: address, at: clock.now(), ...composed, attachment: loaded?.attachment };
}

async function hand(
  { context: { db, clock } }: Run,
  line: Line,
  { id, attempts, address, message }: Made,
): Promise<Outcome> {
  let isOffered = false;
  try {
    return await line.send(message, async () => {
      const until = later(clock.now(), TAKEN_FOR_MS);
      isOffered = (await offer(db, id, attempts, address, until).executeTakeFirst()) !== undefined;
      return isOffered;
    });
  } catch (error) {
    return { kind: isOffered ? 'unknown' : 'later', error: (error as Error).message };
  }
}

async function end({ context, channel }: Run, delivery: Made, outcome: Outcome): Promise<void> {
  const { db, clock } = context;
  const { id, person, address, attempts } = delivery;
  const now = clock.now();
  await endAttempt(db, id, attempts, endingOf(delivery, outcome, now)).execute();
  await channel.note(context, { person, address }, outcome);
}

function endingOf(delivery: Taken, outcome: Outcome, now: Date): Ending {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'SENT', due_at: null, outcome: outcome.answer };
    case 'refused':
      return { state: 'FAILED', due_at: null, outcome: outcome.error };
    case 'unknown':
      return { state: 'UNKNOWN', due_at: null, outcome: outcome.error };
    case 'later':
      return laterEnding(delivery, outcome.error, now);
  }
}

function laterEnding({ attempts }: Taken, error: string, now: Date): Ending {
  if (attempts >= MAX_ATTEMPTS) return { state: 'FAILED', due_at: null, outcome: error };
  const dueAt = later(now, backOffMs(attempts, FIRST_RETRY_MS, LONGEST_RETRY_MS));
  return { state: 'WAITING', due_at: dueAt, outcome: error };
}

/** Leaves messages, of which nothing was sent, to a later run. */
async function putBack({ context }: Run, taken: readonly Taken[], because: string): Promise<void> {
  const { db, clock } = context;
  for (const delivery of taken) {
    const ending = laterEnding(delivery, because, clock.now());
    await endAttempt(db, delivery.id, delivery.attempts, ending).execute();
  }
}
