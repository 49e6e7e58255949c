import { Before } from '../../shared/figures/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { inPoints, toText, type Field } from './field.ts';
import type { Totals as Sums } from './open-report.ts';
import classes from './reports.module.css';
import { texts } from './texts.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

interface TotalsProps {
  readonly totals: Sums;
  /** Those of the period before, if the report is compared. */
  readonly before: Sums | undefined;
  readonly measures: readonly Field[];
}

/** The totals of all rows, also of those that are not loaded, as the server wrote them. */
export function Totals({ totals, before, measures }: TotalsProps) {
  return (
    <dl className={classes.totals} aria-label={texts.totals}>
      {Object.entries(totals).map(([name, value]) => {
        const [now, earlier] = [toText(value), toText(before?.[name])];
        const isNumber = NUMBER.test(now) || NUMBER.test(earlier);
        return (
          <div key={name} className={classes.total}>
            <dt>{texts.field(name)}</dt>
            <dd data-total={name}>{show(now)}</dd>
            {before !== undefined && isNumber && (
              <dd className={classes.before} data-total-before={name}>
                <Before
                  now={now === '' ? null : now}
                  before={earlier === '' ? null : earlier}
                  none={texts.none}
                  inPoints={inPoints(measures.find((field) => field.name === name))}
                />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function show(text: string): string {
  if (NUMBER.test(text)) return groupDigits(text);
  if (MOMENT.test(text)) return formatTime(text);
  return text === '' ? texts.none : text;
}
