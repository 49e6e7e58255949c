import type { Context } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import { readSpread, type NoticeDescription, type NoticeKind } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/handle/index.ts';

const GRANT = 'reports:view';

export const TIER_KIND: NoticeDescription = {
  name: 'tier.reached',
  summary: 'You have reached a better tier.',
  services: ['partner'],
  grants: [GRANT],
  isOfPartners: true,
  isPrivate: true,
  texts: {
    en: {
      title: 'You have reached a better tier',
      short: 'You have reached a better tier of the partner program.',
      full: 'You have reached the tier {tier} of the partner program.',
    },
    de: {
      title: 'Sie haben eine bessere Stufe erreicht',
      short: 'Sie haben eine bessere Stufe des Partnerprogramms erreicht.',
      full: 'Sie haben die Stufe {tier} des Partnerprogramms erreicht.',
    },
  },
};

interface Rise {
  readonly partner_uid: string;
  readonly tier: string;
}

/** The last rise of a day of each partner. A level that has no name is called by its number. */
const FIND_RISES = `
  select distinct on (partner_uid) partner_uid, coalesce((
    select name from tier_levels
    where tier_group_id = new_tier_group_id and valid_from <= try_cast($1 as date)
    order by valid_from desc limit 1), new_tier_group_id::text) as tier
  from tier_changes
  where payment_date::date = try_cast($1 as date) and payment_date <= $2
    and new_tier_group_id > old_tier_group_id
    and list_contains(string_split($3, ' '), partner_uid)
  order by partner_uid, payment_date desc, compensation_id desc`;

/** Tiers are facts, so only processes that have facts send it. */
export function tierNotice(facts: Facts): NoticeKind {
  const rises = ({ clock, signal }: Context<Db>, day: string, partners: readonly string[]) =>
    facts.database.query<Rise>(FIND_RISES, [day, clock.now(), partners.join(' ')], { signal });
  return {
    ...TIER_KIND,
    async find(context, subject, among) {
      const { about: day, partner } = readSpread(subject);
      const [rise] = await rises(context, day, [partner]);
      return (
        rise && {
          people: await findHolders(context, { grant: GRANT, partnerUid: partner, among, notBy: [] }),
          facts: { tier: rise.tier },
          path: () => '/console/',
        }
      );
    },
    async spread(context, day, partners) {
      return (await rises(context, day, partners)).map(({ partner_uid }) => partner_uid);
    },
  };
}
