import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import { createService, type ServiceDependencies } from '../platform/http/index.ts';

/** The partner service: dependencies in, a ready HTTP application out. */
export function createPartnerApp(dependencies: ServiceDependencies): FastifyInstance {
  return createService(
    {
      service: 'partner',
      title: 'Quaestor partner service',
      summary: 'What partners earned and why: reports, rewards, wallets and rebate groups.',
      tags: {},
      scopes: SCOPES.partner,
      endpoints: [],
      ignoreTrailingSlash: true,
    },
    dependencies,
  );
}
