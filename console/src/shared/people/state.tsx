import type { Person } from '@quaestor/sdk';
import { Status, type Tone } from '../parts/index.ts';
import { texts } from './texts.ts';

export function stateOf({ revokedAt, invitedUntil }: Person): { code: string; tone: Tone; label: string } {
  if (revokedAt !== null) return { code: 'revoked', tone: 'bad', label: texts.states.revoked };
  if (invitedUntil !== null)
    return { code: 'invited', tone: 'warn', label: texts.states.invited(invitedUntil) };
  return { code: 'active', tone: 'good', label: texts.states.active };
}

export const PersonState = ({ person }: { person: Person }) => <Status {...stateOf(person)} />;
