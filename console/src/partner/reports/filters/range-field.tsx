import { DateRange } from '../../../shared/form/index.ts';
import type { Range } from '../parameters.ts';
import { withPreset, withRange } from '../periods.ts';
import { oneOf, type AskedProps, type Change } from '../search.ts';

interface RangeFieldProps extends AskedProps {
  readonly range: Range;
  readonly onChange: Change;
  readonly label?: string;
}

/** The days of a range. A preset stays one in the address, so that it means other days tomorrow. */
export const RangeField = ({ entry, search, range, onChange, label }: RangeFieldProps) => (
  <DateRange
    label={label}
    from={oneOf(search[range.from])}
    to={oneOf(search[range.to])}
    mostDays={range.from === 'date_from' ? (entry.most_days ?? undefined) : undefined}
    onChange={(days) => onChange(withRange(range, days))}
    onPreset={(preset) => onChange(withPreset(range, preset))}
  />
);
