import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import type { EventDefinition } from '../platform/events/index.ts';
import { createService, type Endpoint, type ServiceDependencies } from '../platform/http/index.ts';

/** The partner service: endpoints and dependencies in, a ready HTTP application out. */
export function createPartnerApp(
  endpoints: readonly Endpoint[],
  events: readonly EventDefinition[],
  dependencies: ServiceDependencies,
): FastifyInstance {
  return createService(
    {
      service: 'partner',
      title: 'Quaestor partner service',
      summary: 'What partners earned and why: reports, rewards, wallets and rebate groups.',
      tags: {
        Reports: 'What links brought, what clients did and what both earned.',
        Profile: 'Who a partner is, and whether a client belongs to it.',
        Links: 'How clients come to a partner.',
        Wallets: 'The accounts into which partners earn.',
        Disbursements: 'How money leaves the accounts of partners.',
        'Rebate groups': 'What partners pass on to their clients.',
        'Order details': 'How the reward of one order came about.',
        Facts: 'What clients did: everything else here is computed from it.',
        Program: 'Partners, what they are paid by, and who decides about it.',
        Management: 'Operations that concern the whole program.',
        Webhooks: 'Events sent to your URLs.',
        Notices: 'Messages to people about what waits for them.',
      },
      scopes: SCOPES.partner,
      endpoints,
      events,
    },
    dependencies,
  );
}
