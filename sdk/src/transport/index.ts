export type {
  Auth,
  Challenge,
  ChangeOptions,
  ClientOptions,
  Confirm,
  Headers,
  RequestOptions,
  Sender,
  Spec,
} from './call.ts';
export { Deadline } from './deadline.ts';
export { listItem } from './query.ts';
export { backOffMs, isTransient } from './retry.ts';
export { Transport } from './transport.ts';
