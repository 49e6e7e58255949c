import { sentenceOf } from '../text/index.ts';
import classes from './status.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'idle' | 'busy';

/** A dot and a word: the colour is never alone in saying something. Lists show many, so it is plain elements. */
export const Status = ({ code, tone, label }: { code: string; tone: Tone; label?: string }) => (
  <span className={classes.status} data-tone={tone}>
    <span aria-hidden className={classes.dot} />
    <span className={label === undefined ? classes.code : undefined}>{label ?? sentenceOf(code)}</span>
  </span>
);
