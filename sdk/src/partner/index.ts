export type { SendOptions, SendResult } from './facts.ts';
export { Partner, type PartnerReads } from './partner.ts';
export type { PagePosition, Report } from './report.ts';
