import { byCursor, Resource, type CursorList, type Query } from '../api/index.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookDestination,
  WebhookDestinationWithSecret,
  WebhookHistorySlot,
  WebhookTest,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { SharedApi } from './api.ts';

/** With the events of its service. */
type Of<Destination, Event extends string> = Omit<Destination, 'events'> & { events: Event[] };

/** Where the events of a service are sent. */
export class Webhooks<Event extends string> extends Resource<SharedApi> {
  readonly deliveries: WebhookDeliveries = new WebhookDeliveries(this.api);

  /** @example const { secret } = await trading.webhooks.create({ url, events: ['withdrawal.created'] }) */
  create(
    destination: { url: string; events: Event[] },
    options?: RequestOptions,
  ): Promise<Of<WebhookDestinationWithSecret, Event>> {
    return this.#with(this.api.call('createWebhookDestination', { body: destination as never }, options));
  }

  list(options?: RequestOptions): Promise<Of<WebhookDestination, Event>[]> {
    return this.#with(this.api.call('listWebhookDestinations', {}, options));
  }

  get(id: string, options?: RequestOptions): Promise<Of<WebhookDestination, Event>> {
    return this.#with(this.api.call('getWebhookDestination', { path: { id } }, options));
  }

  /** @example await trading.webhooks.update(webhook.id, { paused: true }, { ifMatch: webhook.etag }) */
  update(
    id: string,
    change: { url?: string; events?: Event[]; paused?: boolean },
    options?: ChangeOptions,
  ): Promise<Of<WebhookDestination, Event>> {
    const input = { path: { id }, body: change as never };
    return this.#with(this.api.call('changeWebhookDestination', input, options));
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeWebhookDestination', { path: { id } }, options);
  }

  /** What became of its messages, by hour or day. */
  history(
    id: string,
    query: Query<operations['getWebhookHistory']> = {},
    options?: RequestOptions,
  ): Promise<WebhookHistorySlot[]> {
    return this.api.call('getWebhookHistory', { path: { id }, query }, options);
  }

  /** Sends a message to see whether the destination accepts it. */
  test(id: string, options?: RequestOptions): Promise<WebhookTest> {
    return this.api.call('testWebhookDestination', { path: { id } }, options);
  }

  /** Replaces the secret. */
  rotate(id: string, options?: RequestOptions): Promise<Of<WebhookDestinationWithSecret, Event>> {
    return this.#with(this.api.call('rotateWebhookSecret', { path: { id } }, options));
  }

  /** The types of the operations have the events of trading. */
  #with<Answer>(answer: Promise<unknown>): Promise<Answer> {
    return answer as Promise<Answer>;
  }
}

/** Messages to a destination. */
export class WebhookDeliveries extends Resource<SharedApi> {
  list(
    destination: string,
    filter: Omit<Query<operations['listWebhookDeliveries']>, 'cursor' | 'pageNumber'> = {},
    options?: RequestOptions,
  ): CursorList<WebhookDeliveryPage> {
    return byCursor(filter, (query) =>
      this.api.call('listWebhookDeliveries', { path: { id: destination }, query }, options),
    );
  }

  get(destination: string, messageId: string, options?: RequestOptions): Promise<WebhookDeliveryDetail> {
    return this.api.call('getWebhookDelivery', { path: { id: destination, messageId } }, options);
  }

  retry(destination: string, messageId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.api.call('retryWebhookDelivery', { path: { id: destination, messageId } }, options);
  }
}
