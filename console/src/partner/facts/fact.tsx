import { Big } from 'big.js';
import { Facts } from '../../shared/parts/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { countryName, formatDay, formatTime } from '../../shared/text/index.ts';
import { codeName, fieldName } from '../names-texts.ts';
import type { FactField } from './queries.ts';
import { texts } from './texts.ts';
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
        items={(fields.length > 0 ? fields : fieldsOf(fact)).flatMap((field) => {
          const value = fact[field.name] ?? null;
          return value === null ? [] : [[fieldName(field.name), shownOf(field, String(value))] as const];
        })}
      />
    )}
  </WithFields>
);

type Shown = Pick<FactField, 'name' | 'type'>;

/** What is proposed is not always of a kind of facts. */
const fieldsOf = (fact: FactCardProps['fact']): readonly Shown[] =>
  Object.keys(fact).map((name) => ({ name, type: 'text' }));

/** The value of a field as people read it, with its unit. */
export function shownOf({ name, type }: Shown, value: string): string {
  if (name === 'country') return countryName(value);
  if (type === 'bool') return value === 'true' ? texts.yes : texts.no;
  if (type === 'date') return formatDay(value);
  if (type === 'datetime') return formatTime(value);
  if (type === 'enum') return codeName(value);
  const unit = texts.units[name];
  const text = type === 'decimal' ? groupDigits(new Big(value).toFixed()) : value;
  return unit === undefined ? text : `${text} ${unit}`;
}
