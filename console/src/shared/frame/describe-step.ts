import { formatList, labelOf } from '../text/index.ts';
import { texts } from './texts.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A step as a person reads it before they confirm it. */
export interface Step {
  readonly what: string;
  readonly lines?: readonly string[];
  /** What follows from it. */
  readonly consequence?: string;
}

/** By the names of commands. */
export type Steps = Readonly<Record<string, (values: Values) => Step>>;

const { steps: t } = texts;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const listed = (value: unknown): string => formatList(textsOf(value)) || t.nothing;
/** `partner:manager` → `manager` */
const rolesOf = (value: unknown): string =>
  formatList(textsOf(value).map((role) => role.replace(/^\w+:/, ''))) || t.noRoles;

/** Steps of both services. */
const SHARED: Steps = {
  'credential.create': ({ name, scopes, owner }) => ({
    what: t.create(textOf(name)),
    lines: [t.may(listed(scopes)), ...(typeof owner === 'string' ? [t.owner(owner)] : [])],
    consequence: t.secretOnce,
  }),
  'credential.change-scopes': ({ name, before, after }) => ({
    what: t.changeScopes(textOf(name)),
    lines: [t.fromTo(listed(before), listed(after))],
    consequence: t.tokensEnd,
  }),
  'credential.change-roles': ({ name, before, after }) => ({
    what: t.changeRoles(textOf(name)),
    lines: [t.fromTo(rolesOf(before), rolesOf(after))],
    consequence: t.sessionsEnd,
  }),
  'credential.rotate': ({ name }) => ({ what: t.rotate(textOf(name)), consequence: t.rotated }),
  'credential.revoke': ({ name }) => ({ what: t.revoke(textOf(name)), consequence: t.revoked }),
  'person.invite': ({ login, partnerUid, roles }) => ({
    what: t.invite(textOf(login)),
    lines: [...(typeof partnerUid === 'string' ? [t.actsFor(partnerUid)] : []), t.as(rolesOf(roles))],
    consequence: t.invited,
  }),
  'person.reset': ({ login }) => ({ what: t.reset(textOf(login)), consequence: t.wasReset }),
  'access.confirm': ({ action, account, details, powers, proposedBy }) => {
    const of = SHARED[textOf(action)];
    const values = { name: account, login: account, ...(details as Values | null) };
    const { what, lines = [], consequence } = of?.(values) ?? { what: labelOf(textOf(action)) };
    return {
      what,
      lines: [...lines, t.powers(listed(powers)), t.proposedBy(textOf(proposedBy))],
      ...(consequence !== undefined && { consequence }),
    };
  },
  'factor.begin': ({ add }) => ({ what: t.addFactor(textOf(add)), consequence: t.factorAdded }),
  'factor.remove-app': () => ({ what: t.removeApp, consequence: t.factorRemoved }),
  'factor.remove-passkey': () => ({ what: t.removePasskey, consequence: t.factorRemoved }),
  'factor.renew-recovery-codes': () => ({ what: t.renewCodes, consequence: t.codesRenewed }),
};

export function describeStep({ command, ...values }: Values, own: Steps = {}): Step {
  const name = textOf(command);
  const describe = own[name] ?? SHARED[name];
  return describe?.(values) ?? { what: labelOf(name), lines: linesOf(values) };
}

/** Everything that has a value, one line each. */
export const linesOf = (values: Values, path: readonly string[] = []): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const place = [...path, name];
    const label = labelOf(place.join(' '));
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) {
      if (!value.some((each) => typeof each === 'object')) return [t.member(label, listed(value))];
      return value.flatMap((each: Values, index) => linesOf(each, [...place, String(index + 1)]));
    }
    if (typeof value === 'object') return linesOf(value as Values, place);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [t.member(label, String(value))]
      : [];
  });
