import { invalid } from '../../../kernel/index.ts';
import { checkUrl } from '../post.ts';
import type { ChatParts } from './connect.ts';
import type { NewChat } from './schema.ts';
import { sealUrl } from './url.ts';

/** Where messages of a chat go, with its URL encrypted. */
export async function checkTarget({ secrets, sender }: ChatParts, id: string, input: NewChat) {
  const { format, recipient = null } = input;
  if ((format === 'telegram') !== (recipient !== null)) {
    throw invalid({ recipient: ['must be given for telegram, and for nothing else'] });
  }
  const { host, href } = await checkUrl(input.url, sender);
  return { format, recipient, host, url: sealUrl(secrets, id, href) };
}
