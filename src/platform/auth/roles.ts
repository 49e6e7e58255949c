interface Role {
  readonly summary: string;
  readonly grants: readonly string[];
}

const TRADING_VIEWS = [
  'venues:view',
  'venue-transfer:view',
  'conversions:view',
  'market-data:view',
  'exports:view',
] as const;

/** What a person can be: a named set of grants of one service. A person can have several roles. */
export const ROLES = {
  'trading:viewer': { summary: 'Reads everything at the desk.', grants: TRADING_VIEWS },
  'trading:operator': {
    summary: 'Creates and cancels withdrawals, conversions and exports.',
    grants: [...TRADING_VIEWS, 'venue-transfer:edit', 'conversions:edit', 'exports:edit'],
  },
  'trading:approver': {
    summary: 'Votes on withdrawals that wait for approval.',
    grants: [...TRADING_VIEWS, 'approvals:edit'],
  },
  'trading:compliance': {
    summary: 'Reads who receives withdrawals.',
    grants: [...TRADING_VIEWS, 'pii:view'],
  },
  'trading:screener': {
    summary: 'Answers the screening of withdrawals, and reads who receives them.',
    grants: [...TRADING_VIEWS, 'pii:view', 'screening:edit'],
  },
  'trading:admin': {
    summary: 'Manages policies, destinations, switches, webhooks, people and clients.',
    grants: [...TRADING_VIEWS, 'exports:edit', 'webhooks:edit', 'trading:admin'],
  },
  'partner:partner': {
    summary:
      'Reads the reports, wallets and rebates of one partner, asks for its money, and manages its rebates and links.',
    grants: [
      'reports:view',
      'wallets:view',
      'wallets:edit',
      'disbursements:edit',
      'rebates:view',
      'rebates:edit',
      'links:edit',
    ],
  },
  'partner:manager': {
    summary: 'Runs the partner program and its webhooks, and reads what any partner sees.',
    grants: [
      'facts:write',
      'program:view',
      'program:edit',
      'disbursements:manage',
      'partner:webhooks:edit',
      'reports:view',
      'wallets:view',
      'rebates:view',
    ],
  },
  'partner:compliance': {
    summary: 'Reads who receives disbursements, and what any partner sees.',
    grants: ['program:view', 'reports:view', 'wallets:view', 'rebates:view', 'partner:pii:view'],
  },
  'partner:admin': {
    summary: 'Manages people and clients of the partner service.',
    grants: ['facts:write', 'partner:admin'],
  },
} as const satisfies Record<`${string}:${string}`, Role>;

const ALL_ROLES: Readonly<Record<string, Role>> = ROLES;
const OF_PARTNERS = 'partner:partner';

export const grantsOfRoles = (roles: readonly string[]): string[] =>
  roles.flatMap((role) => ALL_ROLES[role]?.grants ?? []);

/** The roles that have a grant. */
export const rolesWith = (grant: string): string[] =>
  Object.keys(ALL_ROLES).filter((role) => ALL_ROLES[role]?.grants.includes(grant));

interface RoleHolder {
  readonly kind: 'client' | 'person';
  readonly roles: readonly string[];
  readonly partner_uid: string | null | undefined;
  /** The service whose admin gives the roles; none at the command line. */
  readonly service?: string | undefined;
}

export function roleFaults({ kind, roles, partner_uid, service }: RoleHolder): string[] {
  if (kind === 'client') return roles.length > 0 ? ['are for people; give a client scopes'] : [];
  const isPartner = typeof partner_uid === 'string';
  return roles.flatMap((role) => {
    if (!Object.hasOwn(ROLES, role)) {
      return `${role} is not known; known: ${Object.keys(ROLES).join(', ')}`;
    }
    if (service !== undefined && !role.startsWith(`${service}:`)) {
      return `${role} is not a role of this service`;
    }
    if (isPartner && role !== OF_PARTNERS) return `${role} cannot be given to a person of a partner`;
    return !isPartner && role === OF_PARTNERS ? `${role} needs the partner whose data the person sees` : [];
  });
}
