import { Text, type TextProps } from '@mantine/core';
import { formatDistance, formatTime } from './format.ts';
import { useNow } from './use-now.ts';

/** How long ago, with the exact time on hover. */
export function Ago({ at, ...props }: { at: string } & TextProps) {
  const now = useNow();
  return (
    <Text
      component="time"
      dateTime={at}
      title={formatTime(at)}
      inherit
      {...props}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatDistance(at, Math.max(now, Date.parse(at)))}
    </Text>
  );
}
