import { disbursementNotices } from '../partner/disbursements/index.ts';
import type { Facts } from '../partner/facts/handle/index.ts';
import { TIER_KIND, tierNotice } from '../partner/profile/index.ts';
import { proposalNotice } from '../partner/program/index.ts';
import { rebateNotice } from '../partner/rebates/index.ts';
import { REPORT_EMAIL, viewNotice } from '../partner/views/index.ts';
import { rewardNotice, statementNotice } from '../partner/wallets/index.ts';
import {
  accessNotice,
  invitationNotice,
  lockNotice,
  signInPath,
  type ServiceName,
} from '../platform/auth/index.ts';
import {
  confirmNotice,
  openChat,
  openMail,
  openPush,
  type Channel,
  type NoticeDescription,
  type NoticeOptions,
} from '../platform/notices/index.ts';
import { destinationNotice } from '../trading/destinations/index.ts';
import { managedBalanceNotices } from '../trading/managed-balances/index.ts';
import { policyNotice } from '../trading/policies/index.ts';
import { differenceNotice } from '../trading/reconciliation/index.ts';
import { outageNotice } from '../trading/venue-outages/index.ts';
import { withdrawalNotices } from '../trading/withdrawals/index.ts';
import { publicUrl } from './public-url.ts';
import type { Resources } from './resources.ts';

/** Every kind of occasion that people can decide about, in the order in which they see them. */
const sentAnywhere = [
  ...withdrawalNotices,
  policyNotice,
  destinationNotice,
  ...disbursementNotices,
  rewardNotice,
  statementNotice,
  rebateNotice,
  proposalNotice,
  ...managedBalanceNotices,
  outageNotice,
  differenceNotice,
  accessNotice,
  lockNotice,
] as const;
export const noticeKinds: readonly NoticeDescription[] = [...sentAnywhere, TIER_KIND];

type NoticeParts = Pick<Resources, 'config' | 'webhooks' | 'demoMail'>;
type MailSettings = Pick<NoticeParts, 'config' | 'demoMail'>;

/** How mail leaves this installation, if at all. */
const openOwnMail = ({ config: { mail }, demoMail }: MailSettings): Channel | undefined =>
  mail.host === '' ? demoMail : openMail(mail);

export const isMailConfigured = (settings: MailSettings): boolean => openOwnMail(settings) !== undefined;

/** What only a process that has facts can send. */
export function factsNotices(parts: NoticeParts, facts: Facts): NoticeOptions {
  const { config } = parts;
  const ownMail = openOwnMail(parts);
  return {
    kinds: [viewNotice(facts), tierNotice(facts)],
    channels: ownMail ? [{ ...ownMail, name: REPORT_EMAIL, isSlow: true }] : [],
    detail: config.mail.detail,
    isPolled: true,
    urlOf: (service) => publicUrl(config, service as ServiceName),
  };
}

export function noticeOptions(parts: NoticeParts): NoticeOptions {
  const { config, webhooks } = parts;
  const { mail, auth } = config;
  const ownMail = openOwnMail(parts);
  const invitation = invitationNotice(auth.clientId === '' ? undefined : signInPath);
  return {
    kinds: [...sentAnywhere, confirmNotice, invitation],
    channels: [...(ownMail ? [ownMail] : []), openChat(webhooks), openPush(webhooks)],
    detail: mail.detail,
    urlOf: (service) => publicUrl(config, service as ServiceName),
  };
}
