import { Autocomplete, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findClients } from '../clients/queries.ts';
import { useReads } from '../viewed.ts';
import { texts } from './texts.ts';

const { members: t } = texts;
const TYPING_MS = 200;

interface AddClientProps {
  readonly isPending: boolean;
  readonly onAdd: (uid: string) => Promise<unknown>;
}

export default function AddClient({ isPending, onAdd }: AddClientProps) {
  const reads = useReads();
  const [uid, setUid] = useState('');
  const [wanted] = useDebouncedValue(uid.trim(), TYPING_MS);
  const { data: known = [] } = useQuery({
    queryKey: ['clients', reads.of, 'search', wanted],
    queryFn: ({ signal }) => findClients(reads, wanted, signal),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onAdd(uid.trim()).then(
          () => setUid(''),
          () => {},
        );
      }}
    >
      <Group gap="xs">
        <Autocomplete
          aria-label={t.find}
          placeholder={t.find}
          data={known}
          filter={({ options }) => options}
          limit={8}
          value={uid}
          onChange={setUid}
          w={{ base: '100%', xs: 200 }}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={uid.trim() === ''}>
          {t.add}
        </Button>
      </Group>
    </form>
  );
}
