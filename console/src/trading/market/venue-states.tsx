import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { venueStatesQuery } from '../venues/queries.ts';
import { partOf, type Part } from './part-of.ts';
import { texts } from './texts.ts';

const BOOKS_EVERY_MS = 2_000;

const TONES: Readonly<Record<Part, Tone>> = {
  away: 'bad',
  unknown: 'idle',
  unlisted: 'idle',
  stale: 'warn',
  present: 'good',
};

/** Whether each venue takes part in the book, and how old its part is. */
export function VenueStates({ symbol }: { symbol: string }) {
  const venues = useQuery(venueStatesQuery());
  const books = useQuery({
    queryKey: ['books', symbol],
    queryFn: ({ signal }) => trading.book(symbol).venues({ depth: 1 }, { signal }),
    refetchInterval: BOOKS_EVERY_MS,
  });
  const error = venues.error ?? books.error;
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {texts.venues.title}
      </Title>
      {error !== null && <Problem error={error} />}
      {venues.data?.map((venue) => {
        const { code, name, live, reason } = venue;
        const book = books.data?.find((each) => each.venue === code);
        const part = partOf(venue, books.data);
        return (
          <Group key={code} justify="space-between" gap="sm" wrap="nowrap">
            <Status code={code} tone={TONES[part]} label={name} />
            <Text size="sm" c="dimmed" ta="right" component="div">
              {part === 'away' && (reason ?? texts.venues.notLive)}
              {part === 'unlisted' && texts.venues.notTraded(symbol)}
              {part === 'stale' && <div>{texts.venues.stale}</div>}
              {live && book !== undefined && <Ago at={book.timestamp} />}
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}
