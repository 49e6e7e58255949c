import type { DisbursementDestination } from '@quaestor/sdk';
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../shared/later/index.ts';
import { Facts, Section } from '../../shared/parts/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { destinationFacts } from './destination-facts.tsx';
import { destinationsQuery } from './queries.ts';
import { texts } from './texts.ts';

const DestinationForm = later(() => import('./destination-form/form.tsx'));
const { bank: t } = texts;

/** Where the money of an account goes: what is used, what waits, and what stopped being used. */
export function Destinations({ account }: { account: string }) {
  const mayWrite = useMayWrite('disbursements:edit');
  const [isEditing, setIsEditing] = useState(false);
  const query = useQuery(destinationsQuery(useReads()));
  return (
    <Section title={t.title}>
      <Loaded query={query} height={120}>
        {(destinations) => {
          const shown = presentOf(destinations.filter(({ account_id }) => account_id === account));
          return (
            <Stack gap="md">
              {shown.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t.none}
                </Text>
              )}
              {shown.map((destination) => (
                <Paper key={destination.id} withBorder p="md" data-destination={destination.status}>
                  <Facts items={destinationFacts(destination)} />
                </Paper>
              ))}
              {mayWrite && !isEditing && (
                <Group>
                  <Button variant="default" onClick={() => setIsEditing(true)}>
                    {shown.some(({ status }) => status === 'CONFIRMED') ? t.replace : t.save}
                  </Button>
                </Group>
              )}
            </Stack>
          );
        }}
      </Loaded>
      {isEditing && (
        <Suspense fallback={<Skeleton height={320} />}>
          <DestinationForm account={account} onDone={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Section>
  );
}

/** What is used and what waits, and before them the newest if it says why it is neither. */
function presentOf(destinations: readonly DisbursementDestination[]): readonly DisbursementDestination[] {
  return destinations.filter(
    ({ status }, place) =>
      status === 'CONFIRMED' || status === 'WAITING' || (place === 0 && status !== 'REPLACED'),
  );
}
