import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../../shared/later/index.ts';
import { SectionOfRows } from '../../shared/list/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { nameColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { texts } from './texts.ts';

const { members: t } = texts;
// The list of completions is large, and loads after the table.
const AddClient = later(() => import('./add-client.tsx'));

interface Member {
  readonly uid: string;
}

/** The clients in a group. */
export function Members({ id }: { id: number }) {
  const reads = useReads();
  const mayWrite = useMayWrite('rebates:edit');
  const client = useQueryClient();
  // The next client can be added before the preview, which takes a while, is computed again.
  const onSettled = () => void client.invalidateQueries({ queryKey: ['rebates'] });
  const add = useMutation({
    mutationFn: (uid: string) => partner.rebateGroups.addClient(id, uid),
    onSuccess: (_done, uid) => say({ text: t.added(uid) }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (uid: string) => partner.rebateGroups.removeClient(id, uid),
    onSuccess: (_done, uid) => say({ text: t.removed(uid) }),
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
        actions={
          mayWrite && (
            <Suspense fallback={null}>
              <AddClient isPending={add.isPending} onAdd={(uid) => add.mutateAsync(uid)} />
            </Suspense>
          )
        }
        list={list}
        columns={columns}
        idOf={({ uid }) => uid}
      />
      {error !== null && <Problem error={error} />}
    </>
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
