import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { defineJob, enqueue, request, type JobRequest } from '../../jobs/index.ts';
import type { Db } from '../../postgres/index.ts';
import { occasion, type NoticeKind } from '../define.ts';
import type { NoticeOptions } from '../options.ts';
import { notify } from '../notify.ts';
import { selectReachablePartners, type TenantPartner } from './store.ts';

/** A job is short, so that it keeps its place from others for seconds only. */
const AT_ONCE = 100;

const Spread = Type.Object(
  {
    kind: Type.String(),
    about: Type.String(),
    service: Type.String(),
    after: Type.Optional(Type.Object({ tenant: Type.String(), partner: Type.String() })),
  },
  { additionalProperties: false },
);

export const spreadJob = defineJob({ name: 'notice.spread', payload: Spread, maxAttempts: 25 });

interface SpreadOptions {
  readonly service: string;
  readonly runAt: Date;
}

/**
 * An occasion that may concern all partners, as one job, however many they are. Asked for again before it runs, it runs
 * once, at the later time. Each partner gets one message about it.
 */
export const spreadOccasion = (
  { name: kind }: Pick<NoticeKind, 'name'>,
  about: string,
  { service, runAt }: SpreadOptions,
): JobRequest =>
  request(spreadJob, { kind, about, service }, { runAt, key: `${spreadJob.name} ${kind} ${about}` });

/** What a message to one partner is about. */
export function readSpread(subject: string): { readonly about: string; readonly partner: string } {
  const place = subject.indexOf(' ');
  return { about: subject.slice(0, place), partner: subject.slice(place + 1) };
}

interface Spreading {
  readonly kind: string;
  readonly about: string;
  readonly service: string;
  readonly after?: TenantPartner | undefined;
}

/** Makes the messages for some partners, and asks for a job for those after them. Repeated, it makes no second ones. */
export async function spread(
  context: Context<Db>,
  options: NoticeOptions,
  spreading: Spreading,
): Promise<void> {
  const last = await spreadPage(context, options, spreading);
  if (!last) return;
  await enqueue(context.db, context, [request(spreadJob, { ...spreading, after: last })]);
}

/** Returns the last partner of a page, or undefined after the last page. */
export async function spreadPage(
  context: Context<Db>,
  options: NoticeOptions,
  { kind: name, about, service, after = { tenant: '', partner: '' } }: Spreading,
): Promise<TenantPartner | undefined> {
  const kind = options.kinds.find((each) => each.name === name);
  if (!kind?.spread) throw new Error(`No notice ${name} is for many partners.`);
  const channels = options.channels.map((channel) => channel.name);
  const page = await selectReachablePartners(context.db, channels, after, AT_ONCE).execute();
  for (const tenant of new Set(page.map((each) => each.tenant))) {
    const own = { ...context, signal: context.signal, actor: { ...context.actor, tenant } };
    const partners = page.filter((each) => each.tenant === tenant).map(({ partner }) => partner);
    for (const partner of await kind.spread(own, about, partners)) {
      context.signal.throwIfAborted();
      const subject = `${about} ${partner}`;
      try {
        // The lanes are woken up every minute; a job for each message would be one for each partner.
        await notify(own, { ...options, isPolled: true }, { kind: name, subject, service });
      } catch {
        // It is tried again by itself, and holds up nobody else.
        await enqueue(context.db, own, [occasion(kind, subject, { service })]);
      }
    }
  }
  return page.length < AT_ONCE ? undefined : page.at(-1);
}
