import { formatDistance, formatTime } from './format.ts';
import { useTextNow } from './use-now.ts';

/** How long ago, with the exact time on hover. Lists show many, so it is a plain element. */
export function Ago({ at }: { at: string }) {
  const text = useTextNow((now) => formatDistance(at, Math.max(now, Date.parse(at))));
  return (
    <time dateTime={at} title={formatTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  );
}
