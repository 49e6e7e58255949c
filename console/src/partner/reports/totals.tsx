import { groupDigits } from '../../shared/money/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { toText } from './field.ts';
import type { Totals as Sums } from './open-report.ts';
import classes from './reports.module.css';
import { texts } from './texts.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** The totals of all rows, also of those that are not loaded, as the server wrote them. */
export function Totals({ totals }: { totals: Sums }) {
  return (
    <dl className={classes.totals} aria-label={texts.totals}>
      {Object.entries(totals).map(([name, value]) => (
        <div key={name} className={classes.total}>
          <dt>{texts.field(name)}</dt>
          <dd data-total={name}>{show(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function show(value: unknown): string {
  const text = toText(value);
  if (NUMBER.test(text)) return groupDigits(text);
  if (MOMENT.test(text)) return formatTime(text);
  return text === '' ? texts.none : text;
}
