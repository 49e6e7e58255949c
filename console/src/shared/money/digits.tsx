import { groupDigits } from './group.ts';
import { cutDecimal } from './places.ts';
import classes from './digits.module.css';

interface DigitsProps {
  /** An exact decimal. It is never turned into a number. */
  readonly decimal: string;
  /** How many decimals people read; all unless given. */
  readonly places?: number | undefined;
}

/** A decimal with as many places as people read. All digits are on hover and in the text, so that a copy has them. */
export function Digits({ decimal, places = Infinity }: DigitsProps) {
  const { shown, rest } = cutDecimal(decimal, places);
  if (/^\.?0*$/.test(rest)) return groupDigits(shown);
  const [whole, visible] = [groupDigits(decimal), groupDigits(shown)];
  return (
    <span className={classes.cut} title={whole}>
      {visible}
      <span className={classes.rest}>{whole.slice(visible.length)}</span>
    </span>
  );
}
