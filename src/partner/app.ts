import { SCOPES } from '../platform/auth/index.ts';
import { createService, type HttpApp, type ServiceDependencies } from '../platform/http/index.ts';
import { factEndpoints, type Facts } from './facts/index.ts';
import { rebateEndpoints } from './rebates/index.ts';
import { reportEndpoints } from './reports/index.ts';
import { orderDetailEndpoints } from './rewards/index.ts';
import { walletEndpoints } from './wallets/index.ts';

interface PartnerDependencies extends ServiceDependencies {
  readonly facts: Facts;
  /** For pages of reports that may be asked for again. */
  readonly reportMemoryBytes: number;
}

/** The partner service: dependencies in, a ready HTTP application out. */
export function createPartnerApp({
  facts,
  reportMemoryBytes,
  ...dependencies
}: PartnerDependencies): HttpApp {
  return createService(
    {
      service: 'partner',
      title: 'Quaestor partner service',
      summary: 'What partners earned and why: reports, rewards, wallets and rebate groups.',
      tags: {
        Reports: 'What links brought, what clients did and what both earned.',
        Wallets: 'The accounts into which partners earn.',
        'Rebate groups': 'What partners pass on to their clients.',
        'Order details': 'How the reward of one order came about.',
        Facts: 'What clients did: everything else here is computed from it.',
      },
      scopes: SCOPES.partner,
      endpoints: [
        ...reportEndpoints(facts, reportMemoryBytes),
        ...walletEndpoints(facts),
        ...rebateEndpoints(facts),
        ...orderDetailEndpoints(facts),
        ...factEndpoints(facts),
      ],
      ignoreTrailingSlash: true,
    },
    dependencies,
  );
}
