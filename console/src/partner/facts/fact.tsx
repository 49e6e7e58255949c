import { Facts } from '../../shared/parts/index.ts';
import { labelOf } from './label.ts';

/** A fact, field by field. Fields without a value are left out. */
export const FactCard = ({ fact }: { fact: Readonly<Record<string, string | number | boolean | null>> }) => (
  <Facts
    items={Object.entries(fact).flatMap(([name, value]) =>
      value === null ? [] : [[labelOf(name), String(value)] as const],
    )}
  />
);
