import { statement } from '../../postgres/index.ts';

const TIME = new Date(0);

interface Reached {
  readonly person: string;
  readonly channel: string;
  readonly address: string;
}

/** After a bounce. Another address that was given since stays. */
export const disableAddress = statement(
  [{ person: 'ada', channel: 'EMAIL', address: 'ada@example.com' }, '550 no such user', TIME],
  (db, { person, channel, address }: Reached, because: string, now: Date) =>
    db
      .updateTable('notice_address')
      .set({ disabled_at: now, disabled_because: because })
      .where('person', '=', person)
      .where('channel', '=', channel)
      .where('address', '=', address)
      .where('disabled_at', 'is', null),
);
