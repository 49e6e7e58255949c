import type { SavedDestination } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { later } from '../../shared/later/index.ts';
import { Address } from '../../shared/money/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { AskFirst, Copy, Facts, Note, Status, type Fact } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { Recipient } from '../recipients/recipient.tsx';
import { venuesQuery } from '../venues/queries.ts';
import { texts } from './texts.ts';

const ChangeRecipient = later(() => import('../recipients/change.tsx'));

interface DetailProps {
  readonly destination: SavedDestination;
  readonly onClose: () => void;
}

export function DestinationDetail({ destination, onClose }: DetailProps) {
  const { id, alias, status, createdBy } = destination;
  const account = useAccount();
  const { data: venues = [] } = useQuery(venuesQuery());
  const confirm = useChange(
    'destinations',
    () => trading.destinations.confirm(id),
    () => ({ text: texts.detail.confirmed(alias) }),
  );
  const remove = useChange(
    'destinations',
    async () => {
      await trading.destinations.remove(id);
      onClose();
    },
    () => ({ text: texts.detail.removed(alias) }),
  );
  const error = confirm.error ?? remove.error;
  const isAdmin = account?.scopes.includes('admin') === true;
  const waits = status === 'UNCONFIRMED';
  const reason = !isAdmin ? texts.detail.notAdmin : waits && createdBy === account.login && texts.detail.own;
  return (
    <Panel title={alias} onClose={onClose}>
      <Facts items={factsOf(destination)} />
      {error !== null && <Problem error={error} />}
      {typeof reason === 'string' && <Note>{reason}</Note>}
      {waits && reason === false && (
        <>
          <Text size="sm">{texts.detail.compare}</Text>
          <Group>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {texts.detail.confirm}
            </Button>
          </Group>
        </>
      )}
      {isAdmin && destination.kind === 'blockchain' && (
        <Suspense fallback={null}>
          <ChangeRecipient destination={destination} venues={venues} />
        </Suspense>
      )}
      {isAdmin && (
        <Group>
          <AskFirst
            label={texts.detail.remove}
            question={texts.detail.askRemove}
            confirm={texts.detail.confirmRemove}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        </Group>
      )}
    </Panel>
  );
}

function factsOf({ status, network, address, tag, account, recipient, ...saved }: SavedDestination): Fact[] {
  const { facts } = texts.detail;
  const { createdBy, createdAt, confirmedBy, confirmedAt } = saved;
  const tone = status === 'CONFIRMED' ? 'good' : 'warn';
  return [
    [facts.status, <Status key="status" code={status} tone={tone} />],
    [facts.network, network],
    [
      facts.address,
      address !== null && (
        <Group key="address" gap={4} wrap="nowrap" align="flex-start">
          <Address value={address} />
          <Copy value={address} what={texts.detail.address} />
        </Group>
      ),
    ],
    [facts.tag, tag],
    [facts.account, account],
    [facts.recipient, recipient !== null && <Recipient key="recipient" mark={recipient} />],
    [facts.createdBy, createdBy],
    [facts.created, formatTime(createdAt)],
    [facts.confirmedBy, confirmedBy],
    [facts.confirmed, confirmedAt !== null && formatTime(confirmedAt)],
  ];
}
