import type { Config } from '../config/index.ts';
import { accessNotice, invitationNotice, signInPath, type ServiceName } from '../platform/auth/index.ts';
import { confirmNotice, openMail, type NoticeOptions } from '../platform/notices/index.ts';
import { destinationNotice } from '../trading/destinations/index.ts';
import { policyNotice } from '../trading/policies/index.ts';
import { withdrawalNotices } from '../trading/withdrawals/index.ts';
import { publicUrl } from './public-url.ts';

/** Every kind of occasion that people can decide about, in the order in which they see them. */
export const noticeKinds = [...withdrawalNotices, policyNotice, destinationNotice, accessNotice] as const;

export const isMailConfigured = ({ mail }: Config): boolean => mail.host !== '';

export function noticeOptions(config: Config): NoticeOptions {
  const { mail, auth } = config;
  const invitation = invitationNotice(auth.clientId === '' ? undefined : signInPath);
  return {
    kinds: [...noticeKinds, confirmNotice, invitation],
    channels: isMailConfigured(config) ? [openMail(mail)] : [],
    detail: mail.detail,
    urlOf: (service) => publicUrl(config, service as ServiceName),
  };
}
