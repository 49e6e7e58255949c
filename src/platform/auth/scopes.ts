/** What a credential can be allowed to do, by the service that asks for it. `admin` opens both services. */
export const SCOPES = {
  trading: {
    'venues:view': 'Read venues and balances.',
    'venue-transfer:view': 'Read withdrawals.',
    'venue-transfer:edit': 'Ask for withdrawals and cancel them.',
    'approvals:edit': 'Vote on withdrawals that wait for approval.',
    'conversions:view': 'Read conversions.',
    'conversions:edit': 'Ask for conversions and cancel them.',
    'market-data:view': 'Read order books and rates.',
    'exports:view': 'Read exports.',
    'exports:edit': 'Ask for exports.',
    'webhooks:edit': 'Manage the destinations of webhooks.',
    admin: 'Change policies, saved destinations and switches, and resolve what is stuck.',
  },
  partner: {
    'reports:view': 'Read reports.',
    'wallets:view': 'Read wallet accounts.',
    'wallets:edit': 'Rename wallet accounts.',
    'rebates:view': 'Read rebates.',
    'rebates:edit': 'Manage rebate groups.',
    'facts:write': 'Bring in facts.',
    admin: 'Run what concerns all partners.',
  },
} as const satisfies Record<string, Record<string, string>>;

export type ServiceName = keyof typeof SCOPES;

const ALL_SCOPES: readonly string[] = [...new Set(Object.values(SCOPES).flatMap(Object.keys))];

export const READ_ONLY_SCOPES = ALL_SCOPES.filter((scope) => scope.endsWith(':view'));

export function scopeFaults(scopes: readonly string[]): string[] {
  if (scopes.length === 0) return ['must have at least one scope'];
  return scopes
    .filter((scope) => !ALL_SCOPES.includes(scope))
    .map((scope) => `${scope} is not known; known: ${ALL_SCOPES.join(', ')}`);
}

/** Those of the scopes that mean something to the service. */
export function scopesOf(service: ServiceName, scopes: readonly string[]): string[] {
  return scopes.filter((scope) => Object.hasOwn(SCOPES[service], scope));
}
