export { clientCredentials, password, session, token, type PasswordOptions } from './auth.ts';
export type { CursorList, List, NumberedList } from './api/index.ts';
export type { Decimal } from './decimal.ts';
export * from './errors/index.ts';
export type * from './generated/models.ts';
export {
  Partner,
  type FactsFile,
  type PagePosition,
  type PartnerReads,
  type Report,
  type SendOptions,
  type SendResult,
  type TaggedRebateGroup,
  type UploadOptions,
} from './partner/index.ts';
export {
  Trading,
  type BalanceSummary,
  type Book,
  type CreateOptions,
  type EventStreamOptions,
  type StreamedEvent,
} from './trading/index.ts';
export { listItem } from './transport/index.ts';
export type {
  Auth,
  Challenge,
  ChangeOptions,
  ClientOptions,
  Confirm,
  RequestOptions,
} from './transport/index.ts';
export { verifyWebhook, type VerifyOptions, type WebhookEvent } from './webhook.ts';
