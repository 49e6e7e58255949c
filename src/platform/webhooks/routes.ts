import { Problem, type Actor } from '../../kernel/index.ts';
import type { EventDefinition } from '../events/index.ts';
import { endpoint, ETAG_DECLARATION, IF_MATCH_HEADER, requireMatch, type Endpoint } from '../http/index.ts';
import {
  countDeliveries,
  getDelivery,
  historyOf,
  selectDeliveries,
  sendAgain,
  toDelivery,
} from './deliveries/index.ts';
import {
  changeDestination,
  createDestination,
  getDestination,
  listDestinations,
  removeDestination,
  rotateSecret,
  testDestination,
  toDestination,
  type DestinationRow,
  type Webhooks,
} from './destinations/index.ts';
import { BY_NUMBER, readCursorPage } from '../lists/index.ts';
import {
  DeliveryQuery,
  DestinationId,
  destinationSchemas,
  HistoryQuery,
  MessageId,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookHistory,
  WebhookTest,
} from './schema.ts';
import { bodyOf } from './sign.ts';

const tag = 'Webhooks';
const path = '/notification/v1/destinations';
const scope = 'webhooks:edit';

/** The operations of a service with its events. */
export function webhookEndpoints(webhooks: Webhooks, events: readonly EventDefinition[]): Endpoint[] {
  const {
    ChangeWebhookDestination,
    CreateWebhookDestination,
    WebhookDestination,
    WebhookDestinations,
    WebhookDestinationWithSecret,
  } = destinationSchemas(events.map(({ type }) => type));
  return [
    endpoint({
      method: 'POST',
      path,
      operation: 'createWebhookDestination',
      location: `${path}/{id}`,
      tag,
      summary: 'Create a webhook destination',
      description:
        'Messages are signed as Standard Webhooks specifies and arrive at least once: the header `webhook-id` is equal at every attempt. Events of one resource arrive in order. Without a 2xx response within 15 seconds, a message is sent again, at most 15 minutes apart and 100 times. Each type of event also requires the scope to read its payload, which the description of the event names.',
      scope,
      repeats: 'refused for a secret',
      body: CreateWebhookDestination,
      answers: {
        201: { description: 'The destination, with its secret.', schema: WebhookDestinationWithSecret },
      },
      errors: ['unprocessable'],
      handle: async (context, { body }) => {
        requireScopes(
          context.actor,
          events.filter(({ type }) => body.events.includes(type)),
        );
        const { row, secret } = await createDestination(context, webhooks, body);
        return { status: 201, body: { ...toDestination(row), secret } };
      },
    }),
    endpoint({
      method: 'GET',
      path,
      operation: 'listWebhookDestinations',
      tag,
      summary: 'List webhook destinations',
      scope,
      answers: { 200: { description: 'All destinations, oldest first.', schema: WebhookDestinations } },
      handle: async (context) => ({
        status: 200,
        body: (await listDestinations(context)).map(toDestination),
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getWebhookDestination',
      tag,
      summary: 'Get a webhook destination',
      scope,
      params: DestinationId,
      answers: {
        200: { description: 'The destination.', schema: WebhookDestination, headers: ETAG_DECLARATION },
      },
      async handle(context, { params }) {
        const body = toDestination(await getDestination(context, params));
        return { status: 200, headers: { etag: body.etag }, body };
      },
    }),
    endpoint({
      method: 'PATCH',
      path: `${path}/:id`,
      operation: 'changeWebhookDestination',
      tag,
      summary: 'Change the URL or the events of a webhook destination, or pause it',
      description:
        'What is left out stays. Messages that are pending go to the new URL. While a destination is paused, its events ' +
        'wait; they are sent when it is resumed, unless they are older than 30 days.',
      scope,
      params: DestinationId,
      repeats: 'answered again',
      headers: IF_MATCH_HEADER,
      body: ChangeWebhookDestination,
      answers: {
        200: { description: 'The destination.', schema: WebhookDestination, headers: ETAG_DECLARATION },
      },
      errors: ['unprocessable', 'precondition_failed'],
      handle: async (context, { params, body, headers }) => {
        const permit = (types: readonly string[]) =>
          requireScopes(
            context.actor,
            events.filter(({ type }) => types.includes(type)),
          );
        const check = (before: DestinationRow) =>
          requireMatch(headers['if-match'], toDestination(before).etag);
        const shown = await changeDestination(context, webhooks, { ...params, ...body, permit, check });
        return { status: 200, headers: { etag: shown.etag }, body: shown };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      operation: 'removeWebhookDestination',
      tag,
      summary: 'Delete a webhook destination',
      description: 'Pending messages are not sent.',
      scope,
      params: DestinationId,
      answers: { 204: { description: 'It is deleted.', schema: null } },
      handle: async (context, { params }) => {
        await removeDestination(context, params);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id/deliveries`,
      operation: 'listWebhookDeliveries',
      tag,
      summary: 'List deliveries to a destination, newest first',
      description: 'Kept for 30 days.',
      scope,
      params: DestinationId,
      query: DeliveryQuery,
      answers: { 200: { description: 'One page.', schema: WebhookDeliveryPage } },
      handle: async (context, { params: { id }, query: { state, type, ...page } }) => {
        await getDestination(context, { id });
        const body = await readCursorPage(context, page, {
          of: ['deliveries', { id, state, type }],
          select: (db, slice) => selectDeliveries(db, id, { state, type }, slice),
          count: (db) => countDeliveries(db, id, { state, type }),
          position: BY_NUMBER,
          toItem: toDelivery,
        });
        return { status: 200, body };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id/history`,
      operation: 'getWebhookHistory',
      tag,
      summary: 'Get how many deliveries to a destination succeeded and failed, by hour or day',
      description: 'By the time of the events, oldest first. Hours and days without events are there too.',
      scope,
      params: DestinationId,
      query: HistoryQuery,
      answers: { 200: { description: 'All hours or days.', schema: WebhookHistory } },
      handle: async (context, { params: { id }, query: { by = 'day' } }) => ({
        status: 200,
        body: await historyOf(context, { id, by }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id/deliveries/:messageId`,
      operation: 'getWebhookDelivery',
      tag,
      summary: 'Get a delivery with the bodies of its request and of the last response',
      description: 'It also needs the scope to read the payload of its event.',
      scope,
      params: MessageId,
      answers: { 200: { description: 'The delivery.', schema: WebhookDeliveryDetail } },
      handle: async (context, { params }) => {
        const row = await getDelivery(context, params);
        requireScopes(
          context.actor,
          events.filter(({ type }) => type === row.type),
        );
        return { status: 200, body: toDetail(row) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/deliveries/:messageId/retry`,
      operation: 'retryWebhookDelivery',
      tag,
      summary: 'Send a delivery again',
      description:
        'In any state. It is sent at once with the same `webhook-id`; one that was delivered or parked is retried as ' +
        'often as at first, and later events of its resource may have arrived before it. One that waits for an earlier ' +
        'event of its resource is refused.',
      scope,
      repeats: 'answered again',
      params: MessageId,
      answers: { 202: { description: 'The delivery, pending again.', schema: WebhookDelivery } },
      errors: ['invalid_transition'],
      handle: async (context, { params }) => ({
        status: 202,
        body: await sendAgain(context, params),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/test`,
      operation: 'testWebhookDestination',
      tag,
      summary: 'Send a message of the type `webhook.test` now',
      scope,
      params: DestinationId,
      answers: { 200: { description: 'The result.', schema: WebhookTest } },
      handle: async (context, { params }) => {
        const { status = null, error = null } = await testDestination(context, webhooks, params);
        return { status: 200, body: { delivered: error === null, status, error } };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/rotate`,
      operation: 'rotateWebhookSecret',
      tag,
      summary: 'Replace the secret of a destination',
      description: 'For 24 hours, messages are signed with both secrets.',
      scope,
      repeats: 'refused for a secret',
      params: DestinationId,
      answers: {
        200: { description: 'The destination, with its new secret.', schema: WebhookDestinationWithSecret },
      },
      handle: async (context, { params }) => {
        const { row, secret } = await rotateSecret(context, webhooks, params);
        return { status: 200, body: { ...toDestination(row), secret } };
      },
    }),
  ];
}

const toDetail = (row: Awaited<ReturnType<typeof getDelivery>>) => ({
  ...toDelivery(row),
  request: { body: bodyOf({ type: row.type, at: row.created_at, data: row.payload }) },
  response: row.last_status === null ? null : { status: row.last_status, body: row.last_answer ?? '' },
});

/** A destination must not receive what its creator could not read. */
function requireScopes(actor: Actor, events: readonly EventDefinition[]): void {
  const missing = events.filter(({ scope }) => !actor.scopes.has(scope));
  if (missing.length === 0) return;
  throw new Problem(
    'forbidden',
    missing.map(({ type, scope }) => `Events of the type ${type} need the scope ${scope}.`).join(' '),
  );
}
