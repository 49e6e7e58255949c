import type { PartnerDisbursementBlocks } from '@quaestor/sdk';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { NOUN } from './queries.ts';
import { texts } from './texts.ts';
import { Views } from './views.tsx';

const { blocks: t } = texts;

type Block = PartnerDisbursementBlocks['blocks'][number];

/** Which partners get no money, and why. */
export function Blocks() {
  const canManage = useScope('disbursements:manage');
  const list = usePages<Block>([NOUN, 'blocks'], async ({ signal, ...page }) => {
    const { blocks, count } = await partner.managedDisbursements.blocks(page, { signal });
    return { rows: blocks, count };
  });
  const lift = useChange(
    NOUN,
    (uid: string) => partner.managedDisbursements.unblock(uid),
    (_done, uid) => ({ text: t.lifted(uid) }),
  );
  const pending = lift.isPending ? lift.variables : undefined;
  return (
    <Page title={t.title} description={t.description}>
      <Views shown="blocks" />
      {canManage && <NewBlock />}
      {lift.error !== null && <Problem error={lift.error} />}
      <SectionOfRows
        texts={{ title: t.title, none: t.none }}
        list={list}
        columns={canManage ? [...COLUMNS, liftColumn((uid) => lift.mutate(uid), pending)] : COLUMNS}
        idOf={({ partner_uid }) => partner_uid}
        to={({ partner_uid: uid }) => ({ to: '/partners/$uid', params: { uid } })}
      />
    </Page>
  );
}

function NewBlock() {
  const [uid, setUid] = useState('');
  const [reason, setReason] = useState('');
  const set = useChange(
    NOUN,
    () => partner.managedDisbursements.block(uid.trim(), reason.trim()),
    () => ({ text: t.wasSet(uid.trim()) }),
  );
  const clear = () => {
    setUid('');
    setReason('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(undefined, { onSuccess: clear });
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t.partner}
          required
          maxLength={64}
          autoComplete="off"
          value={uid}
          onChange={({ currentTarget: { value } }) => setUid(value)}
        />
        <TextInput
          label={t.reason}
          description={t.aboutReason}
          required
          maxLength={500}
          autoComplete="off"
          style={{ flex: '1 1 240px' }}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Button type="submit" disabled={uid.trim() === '' || reason.trim() === ''} loading={set.isPending}>
          {t.set}
        </Button>
      </Group>
      {set.error !== null && <Problem error={set.error} />}
    </form>
  );
}

const COLUMNS: readonly Column<Block>[] = [
  nameColumn('partner', t.columns.partner, ({ partner_uid }) => partner_uid),
  textColumn('reason', t.columns.reason, ({ reason }) => reason),
  textColumn('by', t.columns.by, ({ set_by }) => set_by),
  agoColumn('at', t.columns.at, ({ set_at }) => set_at),
];

const liftColumn = (onLift: (uid: string) => void, pending: string | undefined): Column<Block> => ({
  id: 'actions',
  header: t.columns.actions,
  align: 'right',
  text: () => '',
  cell: ({ partner_uid: uid }) => (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={t.liftOf(uid)}
      loading={pending === uid}
      onClick={() => onLift(uid)}
    >
      {t.lift}
    </Button>
  ),
});
