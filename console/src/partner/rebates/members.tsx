import { Autocomplete, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../shared/problem/index.ts';
import { nameColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { findClients } from '../clients/queries.ts';
import { SectionOfRows } from '../section-of-rows.tsx';
import { usePages } from '../use-pages.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { texts } from './texts.ts';

const { members: t } = texts;
const TYPING_MS = 200;

interface Member {
  readonly uid: string;
}

/** The clients in a group. */
export function Members({ id }: { id: number }) {
  const reads = useReads();
  const mayWrite = useMayWrite('rebates:edit');
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['rebates'] });
  const add = useMutation({
    mutationFn: (uid: string) => partner.rebateGroups.addClient(id, uid),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (uid: string) => partner.rebateGroups.removeClient(id, uid),
    onSettled,
  });
  const list = usePages<Member>(['rebates', reads.of, 'one', id, 'members'], async ({ signal, ...page }) => {
    const { clients, count } = await reads.rebateGroups.clients(id, { signal }).page(page);
    return { rows: clients.map((uid) => ({ uid })), count };
  });
  const error = add.error ?? remove.error;
  const columns = mayWrite
    ? [NAME, actionColumn((uid) => remove.mutate(uid), remove.isPending ? remove.variables : undefined)]
    : [NAME];
  return (
    <>
      <SectionOfRows
        texts={t}
        actions={mayWrite && <AddClient isPending={add.isPending} onAdd={(uid) => add.mutateAsync(uid)} />}
        list={list}
        columns={columns}
        idOf={({ uid }) => uid}
      />
      {error !== null && <Problem error={error} />}
    </>
  );
}

interface AddClientProps {
  readonly isPending: boolean;
  readonly onAdd: (uid: string) => Promise<unknown>;
}

function AddClient({ isPending, onAdd }: AddClientProps) {
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

const NAME: Column<Member> = nameColumn('client', t.column, ({ uid }) => uid);

const actionColumn = (onRemove: (uid: string) => void, pending: string | undefined): Column<Member> => ({
  id: 'action',
  header: t.actions,
  align: 'right',
  text: () => '',
  cell: ({ uid }) => (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={t.remove(uid)}
      loading={pending === uid}
      onClick={() => onRemove(uid)}
    >
      {t.removeShort}
    </Button>
  ),
});
