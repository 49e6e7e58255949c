import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import { createService, type ServiceDependencies } from '../platform/http/index.ts';
import { factEndpoints, type Facts } from './facts/index.ts';
import { orderDetailEndpoints } from './rewards/index.ts';

interface PartnerDependencies extends ServiceDependencies {
  readonly facts: Facts;
}

/** The partner service: dependencies in, a ready HTTP application out. */
export function createPartnerApp({ facts, ...dependencies }: PartnerDependencies): FastifyInstance {
  return createService(
    {
      service: 'partner',
      title: 'Quaestor partner service',
      summary: 'What partners earned and why: reports, rewards, wallets and rebate groups.',
      tags: {
        Facts: 'What clients did: everything else here is computed from it.',
        'Order details': 'How the reward of one order came about.',
      },
      scopes: SCOPES.partner,
      endpoints: [...factEndpoints(facts), ...orderDetailEndpoints(facts)],
      ignoreTrailingSlash: true,
    },
    dependencies,
  );
}
