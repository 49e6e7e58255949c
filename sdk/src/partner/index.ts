export type { FactsFile, SendOptions, SendResult, UploadOptions } from './facts.ts';
export { Partner, type PartnerReads } from './partner.ts';
export type { TaggedRebateGroup } from './program.ts';
export type { PagePosition, Report } from './report.ts';
