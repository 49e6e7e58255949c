import type { SavedDestination } from '@quaestor/sdk';
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { Note } from '../../shared/parts/index.ts';
import { recipientTexts, type Asking, type Faults } from '../../shared/recipients/index.ts';
import { sayMember } from '../../shared/recipient-form/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { faultsQuery, recipientQuery } from './queries.ts';
import { Recipient } from './recipient.tsx';
import { texts } from './texts.ts';

interface AtVenueProps {
  readonly venue: Asking;
  readonly saved: SavedDestination;
  /** What the server has refused of it. */
  readonly refused: Faults;
}

/** Who is saved with a destination, and what a venue that asks misses, before anything is sent. */
export default function AtVenue({ venue, saved, refused }: AtVenueProps) {
  const { id, recipient } = saved;
  return (
    <Note>
      <Stack gap="xs" role="group" aria-label={recipientTexts.title}>
        <Text span size="sm" fw={600}>
          {recipientTexts.title}
        </Text>
        {recipient === null ? (
          <Text size="sm">{texts.missingAll(venue.name)}</Text>
        ) : (
          <>
            <Text component="div" size="sm">
              <Recipient mark={recipient} />
            </Text>
            <Missing venue={venue} saved={saved} recipient={recipient.id} refused={refused} />
          </>
        )}
        <TextLink to="/destinations" search={{ id }} size="sm">
          {texts.toDestinations}
        </TextLink>
      </Stack>
    </Note>
  );
}

interface MissingProps extends AtVenueProps {
  readonly recipient: string;
}

function Missing({ venue, saved, recipient, refused }: MissingProps) {
  const { network, address, tag } = saved;
  const mayRead = useScope('pii:view');
  const { data } = useQuery({ ...recipientQuery(recipient), enabled: mayRead });
  const travelRule = data?.travelRule ?? null;
  const checked = { network: network ?? '', address: address ?? '', tag, venue: venue.code };
  const found = useQuery({
    ...faultsQuery({ ...checked, ...(travelRule && { travelRule }) }),
    enabled: travelRule !== null,
  });
  const faults = Object.entries({ ...found.data, ...refused });
  if (faults.length > 0) {
    return (
      <div>
        <Text size="sm" c="var(--quaestor-warn)">
          {texts.missing(venue.name)}
        </Text>
        <List size="sm">
          {faults.flatMap(([path, each]) =>
            each.map((fault) => <List.Item key={`${path} ${fault}`}>{sayMember(path, fault)}</List.Item>),
          )}
        </List>
      </div>
    );
  }
  if (!mayRead) return <Text size="sm">{texts.unseen(venue.name)}</Text>;
  return found.data === undefined ? null : <Text size="sm">{texts.complete(venue.name)}</Text>;
}
