import { disbursementNotices } from '../partner/disbursements/index.ts';
import { proposalNotice } from '../partner/program/index.ts';
import { accessNotice, invitationNotice, signInPath, type ServiceName } from '../platform/auth/index.ts';
import {
  confirmNotice,
  openChat,
  openMail,
  type Channel,
  type NoticeOptions,
} from '../platform/notices/index.ts';
import { destinationNotice } from '../trading/destinations/index.ts';
import { managedBalanceNotice } from '../trading/managed-balances/index.ts';
import { policyNotice } from '../trading/policies/index.ts';
import { withdrawalNotices } from '../trading/withdrawals/index.ts';
import { publicUrl } from './public-url.ts';
import type { Resources } from './resources.ts';

/** Every kind of occasion that people can decide about, in the order in which they see them. */
export const noticeKinds = [
  ...withdrawalNotices,
  policyNotice,
  destinationNotice,
  ...disbursementNotices,
  proposalNotice,
  managedBalanceNotice,
  accessNotice,
] as const;

type Told = Pick<Resources, 'config' | 'webhooks' | 'demoMail'>;
type MailSettings = Pick<Told, 'config' | 'demoMail'>;

/** How mail leaves this installation, if at all. */
const openOwnMail = ({ config: { mail }, demoMail }: MailSettings): Channel | undefined =>
  mail.host === '' ? demoMail : openMail(mail);

export const isMailConfigured = (settings: MailSettings): boolean => openOwnMail(settings) !== undefined;

export function noticeOptions(told: Told): NoticeOptions {
  const { config, webhooks } = told;
  const { mail, auth } = config;
  const ownMail = openOwnMail(told);
  const invitation = invitationNotice(auth.clientId === '' ? undefined : signInPath);
  return {
    kinds: [...noticeKinds, confirmNotice, invitation],
    channels: [...(ownMail ? [ownMail] : []), openChat(webhooks)],
    detail: mail.detail,
    urlOf: (service) => publicUrl(config, service as ServiceName),
  };
}
