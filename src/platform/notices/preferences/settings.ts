import {
  invalid,
  isTimeZone,
  noFieldErrors,
  refuseFieldErrors,
  type Context,
} from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectChat, type ChatParts } from '../chat/index.ts';
import { createVapid, selectDevices, type PushParts } from '../push/index.ts';
import type { NoticeDescription } from '../define.ts';
import { asSelf, ownLogin, SCOPE } from '../own.ts';
import type { NoticeChoice, NoticeSettings } from './schema.ts';
import { toChat } from './to-chat.ts';
import { toDevice } from './to-device.ts';
import {
  deleteCompulsory,
  insertCompulsory,
  savePreference,
  selectAddress,
  selectCompulsory,
  selectPreference,
  type Place,
  type PreferenceRow,
} from './store.ts';

/** The notices of a service. */
export interface ServiceNotices {
  readonly service: string;
  readonly kinds: readonly NoticeDescription[];
  /** The grant behind a scope of the service. */
  readonly grantOf: (scope: string) => string;
  readonly isMailConfigured: boolean;
  readonly chat: ChatParts;
  readonly push: PushParts;
}

/** Which messages the caller gets, and where. */
export async function showSettings(context: Context<Db>, notices: ServiceNotices): Promise<NoticeSettings> {
  const { db, actor } = context;
  const person = ownLogin(context);
  const [preference, email, chat, devices, compulsory] = await Promise.all([
    selectPreference(db, person).executeTakeFirst(),
    selectAddress(db, person, 'EMAIL').executeTakeFirst(),
    selectChat(db, person).executeTakeFirst(),
    selectDevices(db, person).execute(),
    selectCompulsory(db, { tenant: actor.tenant, service: notices.service }).execute(),
  ]);
  const muted = new Set(preference?.muted);
  const isCompulsory = new Set(compulsory.map(({ kind }) => kind));
  const { quiet_from: from, quiet_until: until, time_zone: timeZone } = preference ?? {};
  return {
    isMailConfigured: notices.isMailConfigured,
    email:
      email && email.address !== ''
        ? {
            address: email.address,
            confirmedAt: email.confirmed_at?.toISOString() ?? null,
            disabledAt: email.disabled_at?.toISOString() ?? null,
            disabledBecause: email.disabled_because,
          }
        : null,
    chat: chat ? toChat(chat) : null,
    pushKey: createVapid(notices.push.secrets).publicKey,
    devices: devices.filter(({ service }) => service === notices.service).map(toDevice),
    quietHours: from && until && timeZone ? { from, until, timeZone } : null,
    kinds: shownKinds(context, notices).map(({ isYours, name, summary, isPrivate }) => ({
      kind: name,
      summary,
      isYours,
      isPrivate: isPrivate === true,
      isOn: isCompulsory.has(name) || !muted.has(name),
      isCompulsory: isCompulsory.has(name),
    })),
  };
}

/** Those that people and admins can decide about. */
const chosenKinds = ({ service, kinds }: ServiceNotices): NoticeDescription[] =>
  kinds.filter(({ services, isAlways }) => services.includes(service) && isAlways !== true);

/** Those that the caller can ever get; admins, who decide about the others, see these too. */
function shownKinds({ actor }: Context<Db>, notices: ServiceNotices) {
  const grants = new Set([...actor.scopes].map((scope) => notices.grantOf(scope)));
  return chosenKinds(notices)
    .map((kind) => {
      const isGranted = kind.grants?.some((grant) => grants.has(grant)) ?? true;
      const isYours = isGranted && (kind.isOfPartners !== true || actor.partnerUid !== undefined);
      return { ...kind, isYours };
    })
    .filter(({ isYours }) => isYours || actor.scopes.has('admin'));
}

/** Replaces what the caller has chosen at this service. */
export async function changeSettings(
  context: Context<Db>,
  notices: ServiceNotices,
  choice: NoticeChoice,
): Promise<NoticeSettings> {
  const { quietHours } = choice;
  refuseUnknownKinds('off', choice.off, notices);
  if (quietHours && !isTimeZone(quietHours.timeZone)) {
    throw invalid({ 'quietHours.timeZone': ['is not a time zone such as Europe/Berlin'] });
  }
  if (quietHours && quietHours.from === quietHours.until) {
    throw invalid({ 'quietHours.until': ['must be another time than from'] });
  }
  const own = shownKinds(context, notices).map(({ name }) => name);
  const input = { person: ownLogin(context), own, ...choice };
  await run(asSelf(context), change, input);
  return showSettings(context, notices);
}

interface ChangeInput extends NoticeChoice {
  readonly person: string;
  /** The kinds that the person sees here: what was chosen at the other service stays. */
  readonly own: readonly string[];
}

const change = command({
  name: 'notice.choose',
  scope: SCOPE,
  lock: async (tx, { person }: ChangeInput) => ({
    before: await selectPreference(tx, person).forUpdate().executeTakeFirst(),
  }),
  decide({ before }, { person, own, off, quietHours }) {
    const elsewhere = before?.muted.filter((kind) => !own.includes(kind)) ?? [];
    const row: PreferenceRow = {
      person,
      // Among those from elsewhere are also kinds of this service that the person does not see.
      muted: [...new Set([...elsewhere, ...off])],
      quiet_from: quietHours?.from ?? null,
      quiet_until: quietHours?.until ?? null,
      time_zone: quietHours?.timeZone ?? null,
    };
    return { change: row, audit: { subject: person, details: { off, quietHours } } };
  },
  write: (tx, row) => savePreference(tx, row).executeTakeFirst(),
});

/** Replaces the kinds that nobody at this service can switch off. */
export async function setCompulsory(
  context: Context<Db>,
  notices: ServiceNotices,
  { kinds }: { readonly kinds: readonly string[] },
): Promise<void> {
  refuseUnknownKinds('kinds', kinds, notices);
  await run(context, compel, { tenant: context.actor.tenant, service: notices.service, kinds });
}

const compel = command({
  name: 'notice.compel',
  scope: 'admin',
  decide: (_state: undefined, { kinds, ...place }: Place & { readonly kinds: readonly string[] }) => ({
    change: { place, kinds },
    audit: { subject: place.service, details: { kinds: [...kinds] } },
  }),
  async write(tx, { place, kinds }) {
    await deleteCompulsory(tx, place).execute();
    if (kinds.length > 0) await insertCompulsory(tx, place, kinds).execute();
    return kinds;
  },
});

export function refuseUnknownKinds(field: string, wanted: readonly string[], notices: ServiceNotices): void {
  const known = chosenKinds(notices).map(({ name }): string => name);
  const errors = noFieldErrors();
  for (const [index, kind] of wanted.entries()) {
    if (!known.includes(kind)) errors[`${field}.${index}`] = [`must be one of ${known.join(', ')}`];
  }
  refuseFieldErrors(errors);
}
