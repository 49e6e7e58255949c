import { Facts } from '../../shared/parts/index.ts';
import { formatDay, formatTime, labelOf } from '../../shared/text/index.ts';
import type { FactField } from './queries.ts';
import { WithFields } from './with-fields.tsx';

interface FactCardProps {
  readonly kind: string;
  readonly fact: Readonly<Record<string, string | number | boolean | null>>;
}

/** A fact, field by field, in the order of its kind. Fields without a value are left out. */
export const FactCard = ({ kind, fact }: FactCardProps) => (
  <WithFields kind={kind}>
    {(fields) => (
      <Facts
        items={fields.flatMap((field) => {
          const value = fact[field.name] ?? null;
          return value === null ? [] : [[labelOf(field.name), shownOf(field, String(value))] as const];
        })}
      />
    )}
  </WithFields>
);

function shownOf({ type }: FactField, value: string): string {
  if (type === 'date') return formatDay(value);
  if (type === 'datetime') return formatTime(value);
  return type === 'enum' ? labelOf(value) : value;
}
