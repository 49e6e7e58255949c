import { Problem } from '../../shared/problem/index.ts';
import { formatInteger } from '../../shared/text/index.ts';
import { useWaiting } from '../../shared/waiting/index.ts';
import { SOURCES } from '../inbox/sources.ts';
import { Line, Lines } from './line.tsx';
import { texts } from './texts.ts';

const { tasks: t } = texts.waiting;
const OTHERS = SOURCES.filter(({ id }) => id in t);

/** How much waits for the person besides votes. */
export default function Tasks() {
  const waiting = useWaiting(OTHERS);
  const error = waiting.find((found) => found.error !== null)?.error;
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <Lines>
        {waiting.map(
          ({ source: { id, place }, count }) =>
            count > 0 && <Line key={id} place={place} left={formatInteger(count)} middle={t[id]?.(count)} />,
        )}
      </Lines>
    </>
  );
}
