import type { Message } from '../channel.ts';

export const FORMATS = ['slack', 'telegram', 'json'] as const;
export type Format = (typeof FORMATS)[number];

type Post = Pick<Message, 'id' | 'title' | 'body' | 'link'>;

/** The body that the kind of chat takes. */
export function bodyFor(format: Format, message: Post, recipient: string | null): string {
  const { id, title, body, link } = message;
  const text = [title, ...(body === undefined ? [] : [body]), link].join('\n\n');
  switch (format) {
    case 'slack':
      return JSON.stringify({ text: escapeForSlack(text) });
    case 'telegram':
      return JSON.stringify({ chat_id: recipient, text, link_preview_options: { is_disabled: true } });
    case 'json':
      return JSON.stringify({ id, title, text: body ?? '', link });
  }
}

/** In Slack, `<!channel>` would call everybody. */
const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
