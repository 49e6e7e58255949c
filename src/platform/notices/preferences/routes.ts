import { readCounted, readPage } from '../../lists/index.ts';
import { endpoint, type Endpoint } from '../../http/index.ts';
import { NewChat, removeChat, saveChat } from '../chat/index.ts';
import { countDeliveries, selectDeliveries, type DeliveryRow } from '../store.ts';
import { confirmEmail, removeEmail, saveEmail } from './email.ts';
import { deviceEndpoints } from './device-routes.ts';
import { roomEndpoints } from './room-routes.ts';
import * as schema from './schema.ts';
import { changeSettings, setCompulsory, showSettings, type ServiceNotices } from './settings.ts';

const tag = 'Notices';

/** The endpoints with which people choose how they get messages, and admins see what was delivered. */
export function noticeEndpoints(notices: ServiceNotices): Endpoint[] {
  const { service } = notices;
  return [
    endpoint({
      method: 'GET',
      path: '/notices/settings',
      operation: 'showNoticeSettings',
      tag,
      summary: 'Show which messages you get, and where',
      scope: 'any token',
      answers: { 200: { description: 'The settings of the person.', schema: schema.NoticeSettings } },
      errors: ['forbidden'],
      handle: async (context) => ({ status: 200, body: await showSettings(context, notices) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/notices/settings',
      operation: 'changeNoticeSettings',
      tag,
      summary: 'Choose your messages and quiet hours',
      scope: 'any token',
      body: schema.NoticeChoice,
      bodyExample: { off: [], quietHours: { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' } },
      answers: { 200: { description: 'The settings of the person.', schema: schema.NoticeSettings } },
      errors: ['forbidden'],
      handle: async (context, { body }) => ({
        status: 200,
        body: await changeSettings(context, notices, body),
      }),
    }),
    endpoint({
      method: 'PUT',
      path: '/notices/email',
      operation: 'saveNoticeEmail',
      tag,
      summary: 'Give the address for your messages',
      description:
        'A link is sent to it. Nothing else is, until you have opened that link in the browser in which you are signed in.',
      scope: 'any token',
      body: schema.NewEmail,
      answers: { 200: { description: 'The settings of the person.', schema: schema.NoticeSettings } },
      errors: ['forbidden', 'conflict'],
      async handle(context, { body }) {
        await saveEmail(context, { ...body, service });
        return { status: 200, body: await showSettings(context, notices) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/notices/email/confirm',
      operation: 'confirmNoticeEmail',
      tag,
      summary: 'Confirm your address with the token of its link',
      scope: 'any token',
      body: schema.EmailToken,
      answers: { 200: { description: 'The settings of the person.', schema: schema.NoticeSettings } },
      errors: ['forbidden'],
      async handle(context, { body }) {
        await confirmEmail(context, body);
        return { status: 200, body: await showSettings(context, notices) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/notices/email',
      operation: 'removeNoticeEmail',
      tag,
      summary: 'Remove your address',
      scope: 'any token',
      answers: { 204: { description: 'Nothing is sent to it any more.', schema: null } },
      errors: ['forbidden', 'not_found'],
      async handle(context) {
        await removeEmail(context);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/notices/chat',
      operation: 'saveNoticeChat',
      tag,
      summary: 'Give a chat for your messages',
      description: 'It replaces the one before. Messages go to it by its incoming webhook.',
      scope: 'any token',
      body: NewChat,
      answers: { 200: { description: 'The settings of the person.', schema: schema.NoticeSettings } },
      errors: ['forbidden', 'unprocessable'],
      async handle(context, { body }) {
        await saveChat(context, notices.chat, body);
        return { status: 200, body: await showSettings(context, notices) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/notices/chat',
      operation: 'removeNoticeChat',
      tag,
      summary: 'Remove your chat',
      scope: 'any token',
      answers: { 204: { description: 'Nothing is sent to it any more.', schema: null } },
      errors: ['forbidden', 'not_found'],
      async handle(context) {
        await removeChat(context);
        return { status: 204 };
      },
    }),
    ...deviceEndpoints(notices),
    ...roomEndpoints(notices),
    endpoint({
      method: 'PUT',
      path: '/notices/compulsory',
      operation: 'setCompulsoryNotices',
      tag,
      summary: 'Set what nobody can switch off',
      scope: 'admin',
      body: schema.CompulsoryKinds,
      bodyExample: { kinds: [] },
      answers: { 200: { description: 'The kinds.', schema: schema.CompulsoryKinds } },
      async handle(context, { body }) {
        await setCompulsory(context, notices, body);
        return { status: 200, body };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/notices/deliveries',
      operation: 'listNoticeDeliveries',
      tag,
      summary: 'List messages to people with their outcome, newest first',
      description: 'Kept for 30 days.',
      scope: 'admin',
      query: schema.DeliveryQuery,
      answers: { 200: { description: 'One page.', schema: schema.DeliveryPage } },
      async handle(context, { query: { state, ...page } }) {
        const place = { tenant: context.actor.tenant, service };
        const body = await readPage(context, page, {
          read: (db, { limit, offset }) =>
            readCounted(selectDeliveries(db, place, state, limit, offset), countDeliveries(db, place, state)),
          toItem: toDelivery,
        });
        return { status: 200, body };
      },
    }),
  ];
}

const toDelivery = (row: DeliveryRow) => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  person: row.person,
  channel: row.channel,
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at?.toISOString() ?? null,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  outcome: row.outcome,
  createdAt: row.created_at.toISOString(),
});
