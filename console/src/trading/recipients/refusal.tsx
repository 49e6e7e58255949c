import { Alarm } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { texts } from './texts.ts';

interface RefusalProps {
  readonly error: Error | null;
  /** Whether the answers about who receives it show all of it. */
  readonly isShown: boolean;
}

/** Why a request was refused, unless its fields say so. */
export function Refusal({ error, isShown }: RefusalProps) {
  if (error === null) return null;
  if (!isShown) return <Problem error={error} />;
  return <Alarm title={texts.refused}>{texts.seeFields}</Alarm>;
}
