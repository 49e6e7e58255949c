import { unanswered, type Answers, type Asking } from './fields.ts';

/** What is missing or wrong, by the path within `travelRule`; one about all of it has no path. */
export type Faults = Readonly<Record<string, readonly string[]>>;

export const missingIn = (venues: readonly Asking[], answers: Answers): Faults =>
  Object.fromEntries(unanswered(venues, answers).map((path) => [path, ['is required']]));

/** Those that a service found, without those about other members of the request. */
export const faultsWithin = (member: string, errors: Faults): Faults =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, faults]) => {
      if (path === member) return [['', faults]];
      return path.startsWith(`${member}.`) ? [[path.slice(member.length + 1), faults]] : [];
    }),
  );
