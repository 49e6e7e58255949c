import { DateRange } from '../../shared/form/index.ts';
import { isDay } from '../../shared/period/index.ts';
import type { Range } from './parameters.ts';
import { withPreset, withRange } from './periods.ts';
import { oneOf, type AskedProps, type Change, type ReportSearch } from './search.ts';

interface RangeFieldProps extends AskedProps {
  readonly range: Range;
  readonly onChange: Change;
  readonly label?: string;
}

/** The days of a range. A preset stays one in the address, so that it means other days tomorrow. */
export const RangeField = ({ entry, search, range, onChange, label }: RangeFieldProps) => (
  <DateRange
    label={label}
    from={dayOf(search[range.from])}
    to={dayOf(search[range.to])}
    mostDays={range.from === 'date_from' ? (entry.most_days ?? undefined) : undefined}
    onChange={(days) => onChange(withRange(range, days))}
    onPreset={(preset) => onChange(withPreset(range, preset))}
  />
);

/** A calendar cannot show what is no day; the server says what is wrong with it. */
function dayOf(value: ReportSearch[string]): string | undefined {
  const day = oneOf(value);
  return isDay(day) ? day : undefined;
}
