import { grantsOfRoles } from './roles.ts';

/** The scopes of each service, as its endpoints require them and its tokens contain them. */
export const SCOPES = {
  trading: {
    'venues:view': 'Read venues and balances.',
    'venue-transfer:view': 'Read withdrawals.',
    'venue-transfer:edit': 'Create and cancel withdrawals.',
    'approvals:edit': 'Vote on withdrawals that wait for approval.',
    'screening:edit': 'Answer the screening of withdrawals.',
    'pii:view': 'Read who receives withdrawals: names, addresses and documents of people.',
    'conversions:view': 'Read conversions.',
    'conversions:edit': 'Create and cancel conversions.',
    'market-data:view': 'Read order books and rates.',
    'exports:view': 'Read exports.',
    'exports:edit': 'Create exports.',
    'webhooks:edit': 'Manage webhook destinations.',
    admin: 'Change policies, saved destinations and switches, and resolve stuck withdrawals.',
  },
  partner: {
    'reports:view': 'Read reports.',
    'wallets:view': 'Read wallet accounts.',
    'wallets:edit': 'Rename wallet accounts.',
    'disbursements:edit': 'Ask for disbursements of a partner, and save where they go.',
    'disbursements:manage': 'Approve disbursements, confirm where they go, and exchange files with banks.',
    'disbursements:confirm': 'Say what became of disbursements that another system pays.',
    'pii:view': 'Read who receives disbursements: names, addresses and documents of people.',
    'rebates:view': 'Read rebates.',
    'rebates:edit': 'Manage rebate groups.',
    'links:edit': 'Create links of the partner.',
    'facts:write': 'Ingest facts.',
    'program:view': 'Read partners, tariffs, facts and crediting of the whole program.',
    'program:edit': 'Manage partners, propose and confirm tariffs, and void facts.',
    'webhooks:edit': 'Manage webhook destinations.',
    admin: 'Run operations that concern all partners.',
  },
} as const satisfies Record<string, Record<string, string>>;

export type ServiceName = keyof typeof SCOPES;

/**
 * What a credential can be granted. `admin` exists in both services, so it is granted by the service's name:
 * `trading:admin` or `partner:admin`. So are `partner:webhooks:edit` and `partner:pii:view`; clients had those of trading
 * before them.
 */
export const GRANTS: Readonly<Record<ServiceName, Readonly<Record<string, string>>>> = {
  trading: grantsOf('trading'),
  partner: grantsOf('partner'),
};

/**
 * With these somebody moves money, decides what is paid, where it goes and who may, or reads personal data. Giving one takes
 * two admins.
 */
const POWERS: ReadonlySet<string> = new Set([
  'venue-transfer:edit',
  'approvals:edit',
  'screening:edit',
  'pii:view',
  'conversions:edit',
  'trading:admin',
  'disbursements:edit',
  'disbursements:manage',
  'disbursements:confirm',
  'partner:pii:view',
  'rebates:edit',
  'facts:write',
  'program:edit',
  'partner:admin',
]);

const ALL_GRANTS = Object.values(GRANTS).flatMap(Object.keys);

interface Granted {
  readonly scopes: readonly string[];
  readonly roles?: readonly string[];
  readonly partner_uid: string | null | undefined;
}

/** Returns the scopes of the service that the grants include. Partners get no scope of the trading service. */
export function scopesAt(service: ServiceName, { scopes, roles = [], partner_uid }: Granted): string[] {
  if (service === 'trading' && isPartner(partner_uid)) return [];
  const grants = new Set([...scopes, ...grantsOfRoles(roles)]);
  return Object.keys(SCOPES[service]).filter((scope) => grants.has(grantOf(service, scope)));
}

export function grantFaults({ scopes, partner_uid }: Granted): string[] {
  return scopes.flatMap((scope) => {
    if (scope === 'admin') return 'admin exists in both services: use trading:admin or partner:admin';
    if (!ALL_GRANTS.includes(scope)) return `${scope} is not known; known: ${ALL_GRANTS.join(', ')}`;
    return isPartner(partner_uid) && Object.hasOwn(GRANTS.trading, scope)
      ? `${scope} is a scope of the trading service, which a credential of a partner cannot use`
      : [];
  });
}

/** What a credential may do that takes two admins to give. */
export function powersOf({ scopes, roles = [] }: Omit<Granted, 'partner_uid'>): string[] {
  return [...new Set([...scopes, ...grantsOfRoles(roles)])].filter((grant) => POWERS.has(grant));
}

/** The services at which any of the grants counts. */
export const servicesOf = (grants: readonly string[]): ServiceName[] =>
  (Object.keys(GRANTS) as ServiceName[]).filter((service) =>
    grants.some((grant) => Object.hasOwn(GRANTS[service], grant)),
  );

/** What a credential may do at the other service. */
export function foreignGrants(
  service: ServiceName,
  { scopes, roles = [] }: Omit<Granted, 'partner_uid'>,
): string[] {
  return [...scopes, ...grantsOfRoles(roles)].filter((grant) => !Object.hasOwn(GRANTS[service], grant));
}

const isPartner = (uid: string | null | undefined): boolean => typeof uid === 'string';

/** By which a scope of a service is granted. */
export function grantOf(service: ServiceName, scope: string): string {
  const isNamed = scope === 'admin' || (service === 'partner' && scope in SCOPES.trading);
  return isNamed ? `${service}:${scope}` : scope;
}

function grantsOf(service: ServiceName): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SCOPES[service]).map(([scope, meaning]) => [grantOf(service, scope), meaning]),
  );
}
