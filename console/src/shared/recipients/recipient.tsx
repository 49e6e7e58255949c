import type { TravelRule } from '@quaestor/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../problem/index.ts';
import { formatTime } from '../text/index.ts';
import { describeRecipient } from './describe.ts';
import { texts } from './texts.ts';

/** What is shown of a recipient to everybody. */
export interface Mark {
  readonly id: string;
  readonly hash: string;
}

/** What a service answers to those who may read it. */
export interface Said {
  readonly hash: string;
  readonly travelRule: TravelRule | null;
  readonly createdAt: string;
  readonly erasedAt: string | null;
}

interface RecipientProps {
  readonly mark: Mark;
  /** Absent where the person may not read it. */
  readonly read: ((id: string, options: { readonly signal: AbortSignal }) => Promise<Said>) | undefined;
}

/** Who receives it, to those who may read it; to others only that it was said. */
export function Recipient({ mark: { id, hash }, read }: RecipientProps) {
  const { data, error } = useQuery({
    queryKey: ['recipients', id],
    queryFn: ({ signal }) => read?.(id, { signal }),
    enabled: read !== undefined,
    // What was said never changes; it can be erased.
    staleTime: 60_000,
  });
  if (read === undefined) return <Line text={texts.hidden} />;
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return null;
  if (data.hash !== hash) return <Line text={texts.other} />;
  if (data.travelRule === null)
    return <Line text={texts.erased(formatTime(data.erasedAt ?? data.createdAt))} />;
  return <Sentences id={id} of={data.travelRule} />;
}

interface SentencesProps {
  readonly id?: string;
  readonly of: TravelRule;
}

/** The same of what was just said. */
export const Sentences = ({ id, of }: SentencesProps) => (
  <Stack gap={2} data-recipient={id}>
    {describeRecipient(of).map((line, index) => (
      <Text key={line} span inherit fw={index === 0 ? 500 : 400} style={{ overflowWrap: 'anywhere' }}>
        {line}
      </Text>
    ))}
  </Stack>
);

const Line = ({ text }: { readonly text: string }) => (
  <Text span inherit c="dimmed">
    {text}
  </Text>
);
