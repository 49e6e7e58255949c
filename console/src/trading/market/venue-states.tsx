import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Status } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { venuesQuery } from '../venues/queries.ts';
import { texts } from './texts.ts';

const EVERY_MS = 2_000;

/** Whether each venue takes part in the book, and how old its part is. */
export function VenueStates({ symbol }: { symbol: string }) {
  const venues = useQuery({ ...venuesQuery(), refetchInterval: EVERY_MS });
  const books = useQuery({
    queryKey: ['books', symbol],
    queryFn: ({ signal }) => trading.book(symbol).venues({ depth: 1 }, { signal }),
    refetchInterval: EVERY_MS,
  });
  const error = venues.error ?? books.error;
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {texts.venues.title}
      </Title>
      {error !== null && <Problem error={error} />}
      {venues.data?.map(({ code, name, live, reason }) => {
        const book = books.data?.find(({ venue }) => venue === code);
        return (
          <Group key={code} justify="space-between" gap="sm" wrap="nowrap">
            <Status code={code} tone={!live ? 'bad' : book === undefined ? 'idle' : 'good'} label={name} />
            <Text size="sm" c="dimmed" ta="right" component="div">
              {!live && (reason ?? texts.venues.notLive)}
              {live && book === undefined && texts.venues.notTraded(symbol)}
              {live && book !== undefined && <Ago at={book.timestamp} />}
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}
