import type { DepositAddress } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../shared/change/index.ts';
import { IconAddressBook } from '../../shared/icons/index.ts';
import {
  CreateLink,
  find,
  FindField,
  ListPage,
  listSearch,
  useAddress,
  useOpened,
} from '../../shared/list/index.ts';
import { Address } from '../../shared/money/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Copy, Facts, Note, Status } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, allRows, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime, shorten } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { addressesQuery, keyOf } from './queries.ts';
import { texts } from './address-texts.ts';

/** Our own addresses at the venues, also those that the venues have replaced. */
export function Addresses() {
  const addresses = useQuery(addressesQuery());
  const { q } = useAddress(listSearch).search;
  const { id, open, close } = useOpened();
  const canAsk = useScope('venue-transfer:edit');
  const shown = addresses.data?.find((row) => keyOf(row) === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconAddressBook size={32} />}
      action={canAsk && <CreateLink to="/deposits/addresses/ask" label={texts.list.ask} />}
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={find(allRows(addresses), COLUMNS, q)}
      columns={COLUMNS}
      idOf={keyOf}
      to={(row) => ({ id: keyOf(row) })}
    >
      {shown !== undefined && (
        <AddressDetail key={keyOf(shown)} address={shown} canAsk={canAsk} onOpen={open} onClose={close} />
      )}
    </ListPage>
  );
}

interface DetailProps {
  readonly address: DepositAddress;
  readonly canAsk: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

function AddressDetail({ address: row, canAsk, onOpen, onClose }: DetailProps) {
  const { venue, asset, network, address, tag, current } = row;
  const ask = useChange(
    'addresses',
    async () => {
      const found = await trading.deposits.address({ venue, asset, network });
      onOpen(keyOf(found));
      return found;
    },
    (found) => ({ text: keyOf(found) === keyOf(row) ? texts.detail.same(venue) : texts.detail.other(venue) }),
  );
  const { facts } = texts.detail;
  return (
    <Panel title={texts.detail.title(asset.code, network)} onClose={onClose}>
      {!current && <Note>{texts.detail.replaced}</Note>}
      <Facts
        items={[
          [facts.venue, venue],
          [facts.status, <AddressState key="status" current={current} />],
          [facts.address, <Whole key="address" text={address} what={facts.address} />],
          [facts.tag, tag !== null && <Whole key="tag" text={tag} what={facts.tag} />],
          [facts.first, formatTime(row.firstSeenAt)],
          [facts.last, formatTime(row.lastSeenAt)],
        ]}
      />
      {ask.error !== null && <Problem error={ask.error} />}
      {canAsk && (
        <>
          <Text size="sm">{texts.detail.why}</Text>
          <Group>
            <Button loading={ask.isPending} onClick={() => ask.mutate()}>
              {texts.detail.again(venue)}
            </Button>
          </Group>
        </>
      )}
    </Panel>
  );
}

const Whole = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <Address value={text} />
    <Copy value={text} what={what} />
  </Group>
);

const AddressState = ({ current }: Pick<DepositAddress, 'current'>) => (
  <Status
    code={current ? 'CURRENT' : 'REPLACED'}
    tone={current ? 'good' : 'idle'}
    label={current ? texts.current : texts.replaced}
  />
);

const COLUMNS: readonly Column<DepositAddress>[] = [
  nameColumn('asset', texts.columns.asset, ({ asset }) => asset.code),
  textColumn('network', texts.columns.network, ({ network }) => network),
  textColumn('venue', texts.columns.venue, ({ venue }) => venue),
  textColumn(
    'address',
    texts.columns.address,
    ({ address, tag }) => (tag === null ? address : `${address} ${tag}`),
    ({ address, tag }) => (tag === null ? shorten(address) : texts.withTag(shorten(address), tag)),
  ),
  textColumn(
    'status',
    texts.columns.status,
    ({ current }) => (current ? texts.current : texts.replaced),
    ({ current }) => <AddressState current={current} />,
  ),
  agoColumn('last', texts.columns.last, ({ lastSeenAt }) => lastSeenAt),
];
