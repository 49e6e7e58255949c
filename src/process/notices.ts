import type { Config } from '../config/index.ts';
import type { ServiceName } from '../platform/auth/index.ts';
import { confirmNotice, openMail, type NoticeOptions } from '../platform/notices/index.ts';
import { withdrawalNotices } from '../trading/withdrawals/index.ts';
import { publicUrl } from './public-url.ts';

/** Every kind of occasion that people are told about, in the order of the documentation. */
export const noticeKinds = [...withdrawalNotices, confirmNotice] as const;

export const isMailConfigured = ({ mail }: Config): boolean => mail.host !== '';

export function noticeOptions(config: Config): NoticeOptions {
  const { mail } = config;
  return {
    kinds: noticeKinds,
    channels: isMailConfigured(config) ? [openMail(mail)] : [],
    detail: mail.detail,
    urlOf: (service) => publicUrl(config, service as ServiceName),
  };
}
