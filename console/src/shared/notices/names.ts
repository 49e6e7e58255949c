import type { NoticeRoom } from '@quaestor/sdk';
import { formatTime } from '../text/index.ts';
import { texts } from './texts.ts';

const { chat: t } = texts;
type Target = Pick<NoticeRoom, 'format' | 'host'>;
type Life = Pick<NoticeRoom, 'disabledAt' | 'failingSince' | 'lastError' | 'lastSentAt'>;

export const chatTitle = ({ format, host }: Target): string => t.title(t.formats[format], host);

/** How a chat takes messages. */
export function chatState({ disabledAt, failingSince, lastError, lastSentAt }: Life): string {
  if (disabledAt !== null) return t.disabled(formatTime(disabledAt), lastError ?? '');
  if (failingSince !== null) return t.failing(formatTime(failingSince), lastError ?? '');
  return lastSentAt === null ? t.unused : t.used(formatTime(lastSentAt));
}

/** What a kind of message is about. The server says it in English. */
export const kindName = ({ kind, summary }: { readonly kind: string; readonly summary: string }): string =>
  texts.kinds[kind] ?? summary;
