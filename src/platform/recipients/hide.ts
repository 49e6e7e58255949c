import { redact } from '../personal-data/index.ts';
import type { Opened } from './read.ts';

/** A text of others without what was said about people. Where that cannot be read, nothing of the text is shown. */
export function hide(text: string, recipient: Opened | undefined): string {
  if (recipient && !recipient.data)
    return 'It gave a reason that cannot be shown: it may name who receives it.';
  return redact(text, recipient?.data);
}
