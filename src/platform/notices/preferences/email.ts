import { randomBytes } from 'node:crypto';
import { invalid, later, Problem, sha256, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { occasion, type NoticeKind } from '../define.ts';
import { asSelf, ownLogin, SCOPE } from '../own.ts';
import {
  confirmAddress,
  lockAddress,
  saveAddress,
  selectAddress,
  selectUnconfirmed,
  setToken,
  type AddressRow,
} from './store.ts';

const CHANNEL = 'EMAIL';
/** So that nobody is flooded with links. */
const LINKS_APART_MS = 60_000;
const LINK_LIFETIME_MS = 24 * 3_600_000;

/** Sends a link to the address, and no second one within a minute. The address is used once the same person has opened that link. */
export async function saveEmail(
  context: Context<Db>,
  input: { readonly address: string; readonly service: string },
): Promise<void> {
  await run(asSelf(context), save, { ...input, person: ownLogin(context) });
}

interface SaveInput {
  readonly person: string;
  readonly address: string;
  readonly service: string;
}

const save = command({
  name: 'notice.save-email',
  scope: SCOPE,
  lock: async (tx, { person }: SaveInput) => ({
    before: await lockAddress(tx, person, CHANNEL).executeTakeFirst(),
  }),
  decide({ before }, { person, address, service }, { id, now }) {
    const audit = { subject: person, details: { address } };
    if (before && later(before.requested_at, LINKS_APART_MS) > now) {
      if (before.address === address) return { change: before, audit };
      throw new Problem(
        'conflict',
        'A link was sent less than a minute ago. Wait before you ask for one to another address.',
      );
    }
    const change: AddressRow = {
      person,
      channel: CHANNEL,
      address,
      request_id: id,
      token_hash: null,
      requested_at: now,
      confirmed_at: null,
      disabled_at: null,
      disabled_because: null,
    };
    return { change, audit, jobs: [occasion(confirmNotice, id, { service })] };
  },
  write: (tx, row) => saveAddress(tx, row).executeTakeFirst(),
});

/** The link to an address. Its token is made when it is sent, and only its hash is stored. */
export const confirmNotice: NoticeKind = {
  name: 'address.confirm',
  summary: 'Somebody with your login wants messages at this address.',
  services: ['trading', 'partner'],
  isAlways: true,
  texts: {
    en: {
      title: 'Confirm your address',
      short:
        'Open the link to get messages of Quaestor at this address. It works for a day, in the browser in which you are signed in. If you did not ask for it, do nothing.',
      full: '{person} wants messages of Quaestor at this address. Open the link to confirm it. It works for a day, in the browser in which you are signed in. If you did not ask for it, do nothing.',
    },
    de: {
      title: 'Bestätigen Sie Ihre Adresse',
      short:
        'Öffnen Sie den Link, um Nachrichten von Quaestor an diese Adresse zu erhalten. Er gilt einen Tag, in dem Browser, in dem Sie angemeldet sind. Wenn Sie das nicht veranlasst haben, tun Sie nichts.',
      full: '{person} möchte Nachrichten von Quaestor an diese Adresse. Öffnen Sie den Link, um das zu bestätigen. Er gilt einen Tag, in dem Browser, in dem Sie angemeldet sind. Wenn Sie das nicht veranlasst haben, tun Sie nichts.',
    },
  },
  async find({ db }, requestId) {
    const row = await selectUnconfirmed(db, requestId).executeTakeFirst();
    return (
      row && {
        people: [row.person],
        facts: { person: row.person },
        address: row.address,
        async path() {
          const token = randomBytes(32).toString('base64url');
          await setToken(db, requestId, sha256(token)).execute();
          return `/console/address#${token}`;
        },
      }
    );
  },
};

type AddressState = 'none' | 'unconfirmed' | 'disabled' | 'confirmed';

/** Whether mail reaches a person. */
export async function readAddress({ db }: Context<Db>, person: string): Promise<AddressState> {
  const row = await selectAddress(db, person, CHANNEL).executeTakeFirst();
  if (!row || row.address === '') return 'none';
  if (row.disabled_at !== null) return 'disabled';
  return row.confirmed_at === null ? 'unconfirmed' : 'confirmed';
}

/** Uses the address whose link the person has opened. */
export async function confirmEmail(
  context: Context<Db>,
  { token }: { readonly token: string },
): Promise<void> {
  await run(asSelf(context), confirm, { person: ownLogin(context), tokenHash: sha256(token) });
}

const confirm = command({
  name: 'notice.confirm-email',
  scope: SCOPE,
  lock: async (tx, { person }: { readonly person: string; readonly tokenHash: Buffer }) => ({
    row: await lockAddress(tx, person, CHANNEL).executeTakeFirst(),
  }),
  decide({ row }, { person, tokenHash }, { now }) {
    const isRight = row?.token_hash?.equals(tokenHash) === true;
    if (!row || !isRight || later(row.requested_at, LINK_LIFETIME_MS) <= now) {
      throw invalid({ token: ['is not the one of your last link, or that is older than a day'] });
    }
    return {
      change: { requestId: row.request_id, now },
      audit: { subject: person, details: { address: row.address } },
    };
  },
  write: (tx, { requestId, now }) => confirmAddress(tx, requestId, now).executeTakeFirst(),
});

/** Sends nothing to the address any more. */
export async function removeEmail(context: Context<Db>): Promise<void> {
  await run(asSelf(context), remove, { person: ownLogin(context) });
}

const remove = command({
  name: 'notice.remove-email',
  scope: SCOPE,
  lock: (tx, { person }: { readonly person: string }) => lockAddress(tx, person, CHANNEL).executeTakeFirst(),
  decide: (before: AddressRow, _input, { now, newId }) => ({
    // The time of the last link stays, so that a removal is no way around the pause between links.
    change: {
      ...before,
      address: '',
      request_id: newId(),
      token_hash: null,
      confirmed_at: null,
      disabled_at: now,
      disabled_because: 'It was removed.',
    },
    audit: { subject: before.person, details: { address: before.address } },
  }),
  write: (tx, row) => saveAddress(tx, row).executeTakeFirst(),
});
