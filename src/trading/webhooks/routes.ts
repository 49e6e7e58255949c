import { Problem, type Actor } from '../../kernel/index.ts';
import type { EventDefinition } from '../../platform/events/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import {
  createDestination,
  getDestination,
  listDeliveries,
  listDestinations,
  removeDestination,
  retryParked,
  rotateSecret,
  testDestination,
  type DeliveryRow,
  type DestinationRow,
  type Webhooks,
} from '../../platform/webhooks/index.ts';
import { readPage } from '../page.ts';
import {
  DeliveryQuery,
  DestinationId,
  destinationSchemas,
  MessageId,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookTest,
} from './schema.ts';

const tag = 'Webhooks';
const path = '/notification/v1/destinations';
const scope = 'webhooks:edit';

export function webhookEndpoints(webhooks: Webhooks, events: readonly EventDefinition[]): Endpoint[] {
  const { CreateWebhookDestination, WebhookDestination, WebhookDestinations, WebhookDestinationWithSecret } =
    destinationSchemas(events.map(({ type }) => type));
  return [
    endpoint({
      method: 'POST',
      path,
      operation: 'createWebhookDestination',
      tag,
      summary: 'Have events sent to an address',
      description:
        'Messages are signed by the convention of Standard Webhooks, and come at least once: the header `webhook-id` is the same at every attempt. Events of one resource come in order. Any answer but 2xx within 15 seconds is tried again, at most 15 minutes apart and 100 times. Each type of event also needs the scope that reads what it carries, such as `venue-transfer:view` for withdrawals.',
      scope,
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
      summary: 'Where events are sent',
      scope,
      answers: { 200: { description: 'All of them, oldest first.', schema: WebhookDestinations } },
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
      summary: 'One destination',
      scope,
      params: DestinationId,
      answers: { 200: { description: 'The destination.', schema: WebhookDestination } },
      handle: async (context, { params }) => ({
        status: 200,
        body: toDestination(await getDestination(context, params)),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      operation: 'removeWebhookDestination',
      tag,
      summary: 'Send no more events there',
      description: 'What was still to be sent there is not sent.',
      scope,
      params: DestinationId,
      answers: { 204: { description: 'It is removed.', schema: null } },
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
      summary: 'What was sent there and what came of it, newest first',
      description: 'Kept for 30 days.',
      scope,
      params: DestinationId,
      query: DeliveryQuery,
      answers: { 200: { description: 'One page of it.', schema: WebhookDeliveryPage } },
      handle: async (context, { params: { id }, query: { state, ...page } }) => ({
        status: 200,
        body: await readPage(page, async (slice) => {
          const { rows, total } = await listDeliveries(context, { id, state, ...slice });
          return { total, items: rows.map(toDelivery) };
        }),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/deliveries/:messageId/retry`,
      operation: 'retryWebhookDelivery',
      tag,
      summary: 'Send again what was given up',
      description:
        'It is sent at once, under the same `webhook-id`, and tried as often as at first. Later events of its resource may have come before it.',
      scope,
      params: MessageId,
      answers: { 202: { description: 'The delivery, which waits again.', schema: WebhookDelivery } },
      errors: ['invalid_transition'],
      handle: async (context, { params }) => ({
        status: 202,
        body: toDelivery(await retryParked(context, params)),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/test`,
      operation: 'testWebhookDestination',
      tag,
      summary: 'Send a message of the type `webhook.test` there now',
      scope,
      params: DestinationId,
      answers: { 200: { description: 'What came of it.', schema: WebhookTest } },
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
      summary: 'Replace its secret',
      description: 'For 24 hours messages are signed with both, so that none is refused meanwhile.',
      scope,
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

const toDestination = (row: DestinationRow) => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  previousSecretUntil: row.previous_until?.toISOString() ?? null,
});

const toDelivery = (row: DeliveryRow) => ({
  messageId: row.message_id,
  type: row.type,
  resource: row.resource,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.due_at?.toISOString() ?? null,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
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
