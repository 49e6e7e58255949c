import type { Withdrawal } from '@quaestor/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { describeRecipient } from './describe.ts';
import { recipientQuery } from './queries.ts';
import { texts } from './texts.ts';

type Mark = NonNullable<Withdrawal['recipient']>;

/** Who receives it, to those who may read it; to others only that it was said. */
export function Recipient({ mark: { id, hash } }: { readonly mark: Mark }) {
  const mayRead = useScope('pii:view');
  const { data, error } = useQuery({ ...recipientQuery(id), enabled: mayRead });
  if (!mayRead) return <Line text={texts.hidden} />;
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return null;
  if (data.hash !== hash) return <Line text={texts.other} />;
  if (data.travelRule === null)
    return <Line text={texts.erased(formatTime(data.erasedAt ?? data.createdAt))} />;
  return (
    <Stack gap={2} data-recipient={id}>
      {describeRecipient(data.travelRule).map((line, index) => (
        <Text key={line} span inherit fw={index === 0 ? 500 : 400} style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}

const Line = ({ text }: { readonly text: string }) => (
  <Text span inherit c="dimmed">
    {text}
  </Text>
);
