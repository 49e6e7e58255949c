import type { Channel } from './channel.ts';
import type { Detail } from './compose.ts';
import type { NoticeKind } from './define.ts';

export interface NoticeOptions {
  readonly kinds: readonly NoticeKind[];
  /** Those that are configured. Without any, nothing is sent. */
  readonly channels: readonly Channel[];
  readonly detail: Detail;
  /** Its lanes are worked off all the time, so that no message asks for it. */
  readonly isPolled?: true;
  /** The address at which people reach a service. */
  readonly urlOf: (service: string) => string;
}
