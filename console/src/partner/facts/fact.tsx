import { Facts } from '../../shared/parts/index.ts';
import { labelOf } from './label.ts';
import { useFields } from './queries.ts';

interface FactCardProps {
  readonly kind: string;
  readonly fact: Readonly<Record<string, string | number | boolean | null>>;
}

/** A fact, field by field, in the order of its kind. Fields without a value are left out. */
export function FactCard({ kind, fact }: FactCardProps) {
  const fields = useFields(kind);
  return (
    <Facts
      items={fields.flatMap(({ name }) => {
        const value = fact[name] ?? null;
        return value === null ? [] : [[labelOf(name), String(value)] as const];
      })}
    />
  );
}
