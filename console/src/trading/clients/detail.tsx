import type { Client } from '@quaestor/sdk';
import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../shared/panel/index.ts';
import { Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { formatList, formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { clientsQuery } from './queries.ts';
import { foreignScopes, ScopesField, type Scope } from './scopes.tsx';
import { Secret } from './secret.tsx';
import { ClientState } from './state.tsx';
import { texts } from './texts.ts';

const { detail } = texts;

interface DetailProps {
  readonly client: Client;
  readonly onClose: () => void;
}

export function ClientDetail({ client, onClose }: DetailProps) {
  const { name, owner, scopes, createdAt, rotatedAt, revokedAt } = client;
  const foreign = foreignScopes(scopes);
  return (
    <Panel title={name} onClose={onClose}>
      <Facts
        items={[
          [detail.facts.state, <ClientState key="state" revokedAt={revokedAt} />],
          [detail.facts.owner, owner ?? texts.noOwner],
          [detail.facts.scopes, foreign.length > 0 && formatList(scopes)],
          [detail.facts.created, formatTime(createdAt)],
          [detail.facts.rotated, rotatedAt !== null && formatTime(rotatedAt)],
        ]}
      />
      {foreign.length > 0 && <Note>{detail.foreign(formatList(foreign))}</Note>}
      {revokedAt === null && foreign.length === 0 && <Scopes client={client} />}
      {revokedAt === null && <SecretSteps name={name} />}
    </Panel>
  );
}

/** A change of a client, after which the list is read again. */
function useChange<Data>(mutationFn: () => Promise<Data>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: clientsQuery().queryKey }),
  });
}

function Scopes({ client: { name, scopes } }: { client: Client }) {
  const [wanted, setWanted] = useState<readonly string[]>(scopes);
  const change = useChange(() => trading.clients.update(name, { scopes: wanted as Scope[] }));
  const isSame = wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope));
  return (
    <Stack gap="sm">
      <ScopesField value={wanted} onChange={setWanted} />
      {change.error !== null && <Problem error={change.error} />}
      <Group gap="sm">
        <Button disabled={isSame} loading={change.isPending} onClick={() => change.mutate()}>
          {detail.save}
        </Button>
        <Text size="sm" c="dimmed">
          {detail.aboutSave}
        </Text>
      </Group>
    </Stack>
  );
}

/** Both steps need the second factor of the admin, whose dialog says what they confirm. */
function SecretSteps({ name }: { name: string }) {
  const rotate = useChange(() => trading.clients.rotate(name));
  const revoke = useChange(() => trading.clients.revoke(name));
  const error = rotate.error ?? revoke.error;
  return (
    <Stack gap="sm" component="section">
      <Divider />
      <Title order={3} size="h5">
        {detail.secret}
      </Title>
      {error !== null && <Problem error={error} />}
      <Text size="sm" c="dimmed">
        {detail.aboutRotate}
      </Text>
      <Group>
        <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {detail.rotate}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {detail.aboutRevoke}
      </Text>
      <Group>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {detail.revoke}
        </Button>
      </Group>
      {rotate.data !== undefined && <Secret made={rotate.data} onClose={() => rotate.reset()} />}
    </Stack>
  );
}
