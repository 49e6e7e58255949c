import type { LedgerEntry, WalletAccount } from '@quaestor/sdk';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Select } from '../../shared/form/index.ts';
import { SectionOfRows, useAddress } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Copy, Facts, Page, type Fact } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { moneyColumn, textColumn, FIRST_PAGE, useRows, type Column } from '../../shared/table/index.ts';
import { formatDay, formatTime } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { Found } from '../details/index.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { availableOf } from './available.ts';
import { walletsQuery } from './queries.ts';
import { walletSearch } from './search.ts';
import { Statement } from './statement.tsx';
import { texts } from './texts.ts';

const { detail: t, ledger } = texts;

export function WalletDetail() {
  const { account: id } = useParams({ from: '/signed-in/wallets/$account' });
  const reads = useReads();
  const { data, error, refetch } = useQuery(walletsQuery(reads));
  const account = data && (data.find((row) => row.id === id) ?? null);
  return (
    <Found texts={t} list="/wallets" query={{ data: account, error, refetch }}>
      {(found) => (
        <Page
          title={found.name}
          description={
            <Group gap={4}>
              {found.id}
              <Copy value={found.id} what={t.copy} />
            </Group>
          }
        >
          <Facts items={factsOf(found)} />
          <Rename account={found} />
          <Statement account={found} />
          <Ledger account={found} />
        </Page>
      )}
    </Found>
  );
}

const factsOf = (account: WalletAccount): Fact[] => [
  [t.balance, <Amount key="balance" value={account.balance} asset={account.currency} fw={600} />],
  [t.reserved, <Amount key="reserved" value={account.reserved_rebates_amount} asset={account.currency} />],
  [t.available, <Amount key="available" value={availableOf(account)} asset={account.currency} />],
  [t.type, texts.types[account.type]],
];

function Rename({ account: { id, name } }: { account: WalletAccount }) {
  const mayWrite = useMayWrite('wallets:edit');
  const client = useQueryClient();
  const [draft, setDraft] = useState<string>();
  const rename = useMutation({
    mutationFn: (to: string) => partner.wallets.rename(id, to),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['wallets'] });
      setDraft(undefined);
    },
  });
  if (!mayWrite) return null;
  if (draft === undefined) {
    return (
      <Group>
        <Button variant="default" size="compact-sm" onClick={() => setDraft(name)}>
          {t.rename}
        </Button>
      </Group>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(draft.trim());
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t.newName}
          required
          maxLength={64}
          autoComplete="off"
          value={draft}
          onChange={({ currentTarget: { value } }) => setDraft(value)}
        />
        <Button type="submit" loading={rename.isPending}>
          {t.save}
        </Button>
        <Button variant="default" onClick={() => setDraft(undefined)}>
          {t.discard}
        </Button>
      </Group>
      {rename.error !== null && <Problem error={rename.error} />}
    </form>
  );
}

const KINDS = Object.keys(ledger.kinds) as (keyof typeof ledger.kinds)[];

function Ledger({ account: { id, currency } }: { account: WalletAccount }) {
  const reads = useReads();
  const { search, change } = useAddress(walletSearch);
  const kind = KINDS.find((known) => known === search.kind);
  const list = useRows<LedgerEntry>(
    ['wallets', reads.of, 'one', id, 'entries', kind],
    async ({ cursor, pageSize, signal }) => {
      const position = { limit: pageSize, ...(cursor !== FIRST_PAGE && { cursor }) };
      const entries = reads.wallets.entries(id, { ...(kind && { kind }) }, { signal });
      const { entries: content, next_cursor: nextCursor } = await entries.page(position);
      return { content, nextCursor };
    },
  );
  return (
    <SectionOfRows
      texts={ledger}
      actions={
        <Select
          aria-label={ledger.filter}
          placeholder={ledger.all}
          data={KINDS.map((value) => ({ value, label: ledger.kinds[value] }))}
          value={kind ?? null}
          clearable
          w={{ base: '100%', xs: 200 }}
          onChange={(value) => change({ kind: value ?? undefined })}
        />
      }
      list={list}
      columns={columnsOf(currency)}
      idOf={({ id: entry }) => entry}
    />
  );
}

const columnsOf = (currency: string): readonly Column<LedgerEntry>[] => [
  textColumn(
    'created',
    ledger.columns.day,
    ({ created }) => created,
    ({ created }) => (
      <time dateTime={created} title={formatTime(created)} style={{ whiteSpace: 'nowrap' }}>
        {formatDay(created)}
      </time>
    ),
  ),
  textColumn('kind', ledger.columns.kind, ({ kind }) => ledger.kinds[kind]),
  textColumn('reason', ledger.columns.reason, ({ reason }) => reason),
  moneyColumn(
    'amount',
    ledger.columns.amount,
    ({ amount }) => amount,
    () => currency,
  ),
  moneyColumn(
    'balance',
    ledger.columns.balance,
    ({ balance }) => balance,
    () => currency,
  ),
];
