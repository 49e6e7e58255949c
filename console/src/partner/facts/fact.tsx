import { Facts } from '../../shared/parts/index.ts';
import { formatDay, formatTime } from '../../shared/text/index.ts';
import { labelOf } from './label.ts';
import { useFields, type FactField } from './queries.ts';

interface FactCardProps {
  readonly kind: string;
  readonly fact: Readonly<Record<string, string | number | boolean | null>>;
}

/** A fact, field by field, in the order of its kind. Fields without a value are left out. */
export function FactCard({ kind, fact }: FactCardProps) {
  const fields = useFields(kind);
  return (
    <Facts
      items={fields.flatMap((field) => {
        const value = fact[field.name] ?? null;
        return value === null ? [] : [[labelOf(field.name), shownOf(field, String(value))] as const];
      })}
    />
  );
}

function shownOf({ type }: FactField, value: string): string {
  if (type === 'date') return formatDay(value);
  if (type === 'datetime') return formatTime(value);
  return type === 'enum' ? labelOf(value) : value;
}
