import type { Report } from '../query/index.ts';
import { clientAccounts } from './client-accounts.ts';
import { clients } from './clients.ts';
import { creditedRewards } from './credited-rewards.ts';
import { ibPerformance } from './ib-performance.ts';
import { orders } from './orders.ts';
import { performance } from './performance.ts';
import { progressDetail } from './progress-detail.ts';
import { programIbPerformance, programPerformance } from './program.ts';
import { progressRewards } from './progress-rewards.ts';
import { secondLevelAccounts } from './second-level-accounts.ts';
import { secondLevelRewards } from './second-level-rewards.ts';
import { sharedAccounts } from './shared-accounts.ts';
import { subpartners } from './subpartners.ts';
import { symbols } from './symbols.ts';
import { trafficQuality } from './traffic-quality.ts';

export const REPORTS: readonly Report[] = [
  performance,
  ibPerformance,
  trafficQuality,
  clients,
  clientAccounts,
  secondLevelAccounts,
  secondLevelRewards,
  subpartners,
  orders,
  symbols,
  sharedAccounts,
  progressRewards,
  progressDetail,
  creditedRewards,
];

/** For managers: the rows of all partners. */
export const PROGRAM_REPORTS: readonly Report[] = [programPerformance, programIbPerformance];
