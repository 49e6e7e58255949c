import { newId, Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db, Tx } from '../../postgres/index.ts';
import { asSelf, ownLogin, ownSession, SCOPE } from '../own.ts';
import type { PushParts } from './connect.ts';
import type { NewDevice } from './schema.ts';
import {
  deleteDevice,
  deleteDevicesOf,
  deleteOtherDevices,
  lockDevice,
  lockOwner,
  moveDevices,
  saveDevice as saveRow,
  selectDevices,
  type DeviceRow,
} from './store.ts';
import { checkSubscription, fingerprintOf, sealSubscription } from './subscription.ts';

const MAX_DEVICES = 10;

/** Sends messages to a browser of the caller too. */
export async function saveDevice(
  context: Context<Db>,
  { secrets, sender }: PushParts,
  { service, ...input }: NewDevice & { readonly service: string },
): Promise<void> {
  const person = ownLogin(context);
  const subscription = await checkSubscription(sender, input);
  const fingerprint = fingerprintOf(subscription.url);
  const before = await selectDevices(context.db, person).execute();
  const id = before.find((row) => row.fingerprint.equals(fingerprint))?.id ?? newId(context.clock.now());
  await run(asSelf(context), save, {
    id,
    person,
    session_id: ownSession(context).id,
    service,
    name: input.name,
    host: subscription.url.host,
    fingerprint,
    subscription: sealSubscription(secrets, id, subscription),
  });
}

type SaveInput = Pick<
  DeviceRow,
  'id' | 'person' | 'session_id' | 'service' | 'name' | 'host' | 'fingerprint' | 'subscription'
>;

const save = command({
  name: 'notice.save-device',
  scope: SCOPE,
  async lock(tx, { person, session_id }: SaveInput) {
    // The session may have ended since the request began. What ends later removes the device.
    const owner = await lockOwner(tx, person, session_id).executeTakeFirst();
    if (!owner) throw new Problem('token_expired', 'The session has ended. Sign in again.');
    return { owner, devices: await selectDevices(tx, person).execute() };
  },
  decide({ owner, devices }, input, { actor, now }) {
    if (devices.filter(({ id }) => id !== input.id).length >= MAX_DEVICES) {
      throw new Problem('unprocessable', `A person can have ${MAX_DEVICES} devices. Remove one first.`);
    }
    const change: DeviceRow = {
      ...input,
      tenant: actor.tenant,
      secret_id: owner.secret_id,
      last_sent_at: null,
      failing_since: null,
      last_error: null,
      created_at: now,
    };
    const { name, host } = input;
    return { change, audit: { subject: input.person, details: { name, host } } };
  },
  write: (tx, row) => saveRow(tx, row).executeTakeFirst(),
});

/** Sends nothing to a browser of the caller any more, and forgets its address. */
export async function removeDevice(context: Context<Db>, { id }: { readonly id: string }): Promise<void> {
  await run(asSelf(context), remove, { id, person: ownLogin(context) });
}

const remove = command({
  name: 'notice.remove-device',
  scope: SCOPE,
  lock: (tx, { person, id }: { readonly person: string; readonly id: string }) =>
    lockDevice(tx, person, id).executeTakeFirst(),
  decide: ({ id, name, host }, { person }) => ({
    change: id,
    audit: { subject: person, details: { name, host } },
  }),
  write: (tx, id) => deleteDevice(tx, id).returning('id').executeTakeFirst(),
});

/** Ends the messages to devices of a person with the sessions that switched them on. */
export async function endDevices(tx: Tx, credentialId: string, sessions: readonly string[]): Promise<void> {
  await deleteDevicesOf(tx, credentialId, sessions).execute();
}

/** Ends the messages to all devices of a person, also of sessions that have expired, but those of one session. */
export async function endOtherDevices(tx: Tx, credentialId: string, session: string | null): Promise<void> {
  await deleteOtherDevices(tx, credentialId, session).execute();
}

/** Lets the devices of a session follow it to its new id. */
export async function keepDevices(tx: Tx, from: string, to: string): Promise<void> {
  await moveDevices(tx, from, to).execute();
}
