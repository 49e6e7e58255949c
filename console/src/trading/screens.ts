import { access } from './access/screens.ts';
import { approvals } from './approvals/screens.ts';
import { audit } from './audit/screens.ts';
import { batches } from './batches/screens.ts';
import { clients } from './clients/screens.ts';
import { conversions } from './conversions/screens.ts';
import { deposits } from './deposits/screens.ts';
import { destinations } from './destinations/screens.ts';
import { exports } from './exports/screens.ts';
import { jobs } from './jobs/screens.ts';
import { managedBalances } from './managed-balances/screens.ts';
import { market } from './market/screens.ts';
import { overview } from './overview/screens.ts';
import { inbox } from './inbox/screens.ts';
import { notices } from './notices/screens.ts';
import { people } from './people/screens.ts';
import { policies } from './policies/screens.ts';
import { transfers } from './transfers/screens.ts';
import { venues } from './venues/screens.ts';
import { webhooks } from './webhooks/screens.ts';
import { withdrawals } from './withdrawals/screens.ts';

export const screens = [
  ...overview,
  ...approvals,
  ...batches,
  ...withdrawals,
  ...deposits,
  ...transfers,
  ...managedBalances,
  ...conversions,
  ...market,
  ...exports,
  ...webhooks,
  ...venues,
  ...policies,
  ...destinations,
  ...audit,
  ...inbox,
  ...access,
  ...people,
  ...notices,
  ...clients,
  ...jobs,
] as const;
