import { byCursor, Resource, type CursorList } from '../api/index.ts';
import type {
  ChangeWebhookDestination,
  CreateWebhookDestination,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookDestination,
  WebhookDestinationWithSecret,
  WebhookTest,
} from '../generated/models.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

/** Where events are sent. */
export class Webhooks extends Resource<TradingApi> {
  readonly deliveries: WebhookDeliveries = new WebhookDeliveries(this.api);

  /** @example const { secret } = await trading.webhooks.create({ url, events: ['withdrawal.created'] }) */
  create(
    destination: CreateWebhookDestination,
    options?: RequestOptions,
  ): Promise<WebhookDestinationWithSecret> {
    return this.api.call('createWebhookDestination', { body: destination }, options);
  }

  list(options?: RequestOptions): Promise<WebhookDestination[]> {
    return this.api.call('listWebhookDestinations', {}, options);
  }

  get(id: string, options?: RequestOptions): Promise<WebhookDestination> {
    return this.api.call('getWebhookDestination', { path: { id } }, options);
  }

  /** @example await trading.webhooks.update(webhook.id, { paused: true }, { ifMatch: webhook.etag }) */
  update(id: string, change: ChangeWebhookDestination, options?: ChangeOptions): Promise<WebhookDestination> {
    return this.api.call('changeWebhookDestination', { path: { id }, body: change }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeWebhookDestination', { path: { id } }, options);
  }

  /** Sends a message to see whether the destination accepts it. */
  test(id: string, options?: RequestOptions): Promise<WebhookTest> {
    return this.api.call('testWebhookDestination', { path: { id } }, options);
  }

  /** Replaces the secret. */
  rotate(id: string, options?: RequestOptions): Promise<WebhookDestinationWithSecret> {
    return this.api.call('rotateWebhookSecret', { path: { id } }, options);
  }
}

/** Messages to a destination. */
export class WebhookDeliveries extends Resource<TradingApi> {
  list(
    destination: string,
    filter: Filter<'listWebhookDeliveries'> = {},
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
