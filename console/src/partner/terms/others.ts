import type { TariffDraft, TariffPreview } from '@quaestor/sdk';
import { Big } from 'big.js';
import { texts } from './texts.ts';

const { why: t } = texts.preview;

type PartnerPreview = TariffPreview['partners'][number];
type Drafts = TariffDraft['tariffs'];

const namesIn = (drafts: Drafts): ReadonlySet<unknown> =>
  new Set(drafts.map((draft) => draft['partner_uid']));

/** The partners who would have earned more or less. */
export const changedPartners = ({ partners }: TariffPreview): readonly PartnerPreview[] =>
  partners.filter(
    ({ difference_usd, changed_sources }) => changed_sources.length > 0 || !new Big(difference_usd).eq(0),
  );

/** Why a partner would earn more or less by draft tariffs. */
export function whyChanged(
  { partner_uid, changed_sources }: PartnerPreview,
  drafts: Drafts,
): readonly string[] {
  const isNamed = namesIn(drafts).has(partner_uid);
  return changed_sources.map((source) => (source === 'clients' && isNamed ? t.named : t[source]));
}

/** Who is not named by draft tariffs and would still earn more or less, and why. */
export function aboutOthers(preview: TariffPreview, drafts: Drafts): string {
  const named = namesIn(drafts);
  const others = changedPartners(preview).filter(({ partner_uid }) => !named.has(partner_uid));
  if (others.length === 0) return t.noOthers;
  const reasons = [...new Set(others.flatMap((partner) => whyChanged(partner, drafts)))];
  return t.others(
    others.map(({ partner_uid }) => partner_uid),
    reasons,
  );
}
