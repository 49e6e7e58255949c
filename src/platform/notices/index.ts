export { occasion, type Matter, type NoticeKind } from './define.ts';
export { noticeJobs } from './jobs.ts';
export { openMail } from './mail/index.ts';
export type { NoticeOptions } from './options.ts';
export { measureNotices } from './measure.ts';
export { confirmNotice, noticeEndpoints } from './preferences/index.ts';
