import type { Actor } from '../../../kernel/index.ts';

export type AuditedService = 'trading' | 'partner';

/** What entries about people and clients begin with. Only admins manage those. */
const OF_PEOPLE = ['access', 'credential', 'factor', 'notice', 'person', 'session', 'sign-in', 'token'];

/** A condition in SQL: the entries of a service, and those that belong to both. */
export const entriesOf = (service: AuditedService): string => `(service = '${service}' or service is null)`;

/** A condition in SQL: the entries of a service that the actor may see. */
export function entriesFor({ scopes }: Actor, service: AuditedService): string {
  if (scopes.has('admin')) return entriesOf(service);
  const nouns = OF_PEOPLE.map((noun) => `'${noun}'`).join(', ');
  return `${entriesOf(service)} and split_part(action, '.', 1) not in (${nouns})`;
}
