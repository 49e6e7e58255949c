import type { Context } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import { readAddress } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { isPartner, isSuspended } from '../program/index.ts';

/** Why a view is not sent. */
export const OBSTACLES = {
  no_mail: 'This installation sends no mail.',
  no_access: 'The person cannot read the reports of the partner any more.',
  partner_suspended: 'The partner is suspended.',
  no_address: 'The person has given no address for messages.',
  address_unconfirmed: 'The person has not confirmed the address.',
  address_disabled: 'The mail server refused the address of the person.',
} as const;
export type Obstacle = keyof typeof OBSTACLES;
export const OBSTACLE_NAMES = Object.keys(OBSTACLES) as Obstacle[];

export interface Mailing {
  readonly facts: Facts;
  readonly isMailConfigured: boolean;
}

interface Recipient {
  readonly owner: string;
  readonly partner_uid: string;
}

/** What stands in the way now of sending a view to its owner, if anything does. */
export async function findObstacle(
  context: Context<Db>,
  { facts, isMailConfigured }: Mailing,
  { owner, partner_uid: partnerUid }: Recipient,
): Promise<Obstacle | undefined> {
  if (!isMailConfigured) return 'no_mail';
  const readers = await findHolders(context, {
    grant: 'reports:view',
    partnerUid,
    among: [owner],
    notBy: [],
  });
  if (readers.length === 0 || !(await isPartner(facts, partnerUid))) return 'no_access';
  if (await isSuspended(factsContext(context, facts), partnerUid)) return 'partner_suspended';
  const address = await readAddress(context, owner);
  return address === 'confirmed' ? undefined : OF_ADDRESS[address];
}

const OF_ADDRESS = {
  none: 'no_address',
  unconfirmed: 'address_unconfirmed',
  disabled: 'address_disabled',
} as const;
