import { Text, Tooltip, type TextProps } from '@mantine/core';
import { formatDistance, formatTime } from './format.ts';
import { useNow } from './use-now.ts';

/** How long ago, with the exact time on hover. */
export function Ago({ at, ...props }: { at: string } & TextProps) {
  const now = useNow();
  return (
    <Tooltip label={formatTime(at)}>
      <Text component="time" dateTime={at} inherit {...props}>
        {formatDistance(at, Math.max(now, Date.parse(at)))}
      </Text>
    </Tooltip>
  );
}
