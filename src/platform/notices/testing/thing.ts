import type { NoticeKind } from '../define.ts';
import { openMail } from '../mail/index.ts';

/** A kind that concerns those in a table of the test. */
export const THING: NoticeKind = {
  name: 'thing.waits',
  summary: 'A thing waits.',
  services: ['trading'],
  texts: { en: { title: 'A thing waits', short: 'It is new.', full: 'It is {name}.' } },
  async find({ db }, subject, among) {
    const rows = await db
      .selectFrom('credential')
      .select('name')
      .where('kind', '=', 'person')
      .where('revoked_at', 'is', null)
      .$if(among !== undefined, (rest) => rest.where('name', 'in', [...(among ?? []), '']))
      .execute();
    const people = rows.map(({ name }) => name);
    return { people, facts: { name: `<b>${subject}</b> & Cö` }, path: () => `/console/things/${subject}` };
  },
};

export const mailTo = (port: number) =>
  openMail({
    host: '127.0.0.1',
    port,
    security: 'none',
    user: '',
    password: '',
    from: 'Quaestor <quaestor@desk.example>',
  });
