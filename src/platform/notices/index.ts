export { compose, DETAILS } from './compose.ts';
export type { Attachment, Channel, Message } from './channel.ts';
export { openChat } from './chat/index.ts';
export {
  occasion,
  type Loaded,
  type Matter,
  type NoticeDescription,
  type NoticeKind,
  type Saying,
} from './define.ts';
export { noticeJobs } from './jobs.ts';
export { openMail } from './mail/index.ts';
export { endDevices, endOtherDevices, keepDevices, openPush } from './push/index.ts';
export type { NoticeOptions } from './options.ts';
export { ownLogin } from './own.ts';
export { measureNotices } from './measure.ts';
export { confirmNotice, noticeEndpoints, readAddress } from './preferences/index.ts';
export { LANGUAGES } from './languages.ts';
export { sendDue } from './send.ts';
export { selectOutcomes } from './store.ts';
export { readSpread, spreadOccasion, spreadPage } from './spread/index.ts';
export { notify } from './notify.ts';
