import type { Channel } from '../../platform/notices/index.ts';
import type { Inbox } from './inbox.ts';

/** Mail of a demo, which leaves no machine: it lands in the inbox. */
export const openDemoMail = (inbox: Pick<Inbox, 'keep'>): Channel => ({
  name: 'EMAIL',
  open: async () => ({
    async send({ to, at, title, text, attachment }, offer) {
      if (!(await offer())) return { kind: 'later', error: 'Another worker has the message.' };
      inbox.keep({ at: at.toISOString(), to, title, text, attachment });
      return { kind: 'sent', answer: 'It is in the inbox of the demo.' };
    },
    close() {},
  }),
  async note() {},
});
