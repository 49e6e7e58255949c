import type { Client } from '@quaestor/sdk';
import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../panel/index.ts';
import { Facts, Note } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { formatList, formatTime } from '../text/index.ts';
import { useService } from '../session/index.ts';
import { clientsQuery } from './queries.ts';
import { foreignScopes, ScopesField, type ScopeTexts } from './scopes.tsx';
import { Secret } from './secret.tsx';
import { ClientState } from './state.tsx';
import { texts } from './texts.ts';

const { detail } = texts;

interface DetailProps {
  readonly scopes: ScopeTexts;
  readonly client: Client;
  readonly onClose: () => void;
}

export function ClientDetail({ scopes, client, onClose }: DetailProps) {
  const { name, owner, createdAt, rotatedAt, revokedAt } = client;
  const foreign = foreignScopes(scopes, client.scopes);
  return (
    <Panel title={name} onClose={onClose}>
      <Facts
        items={[
          [detail.facts.state, <ClientState key="state" revokedAt={revokedAt} />],
          [detail.facts.owner, owner ?? texts.noOwner],
          [detail.facts.scopes, foreign.length > 0 && formatList(client.scopes)],
          [detail.facts.created, formatTime(createdAt)],
          [detail.facts.rotated, rotatedAt !== null && formatTime(rotatedAt)],
        ]}
      />
      {foreign.length > 0 && <Note>{detail.foreign(formatList(foreign))}</Note>}
      {revokedAt === null && foreign.length === 0 && <Scopes scopes={scopes} client={client} />}
      {revokedAt === null && <SecretSteps name={name} />}
    </Panel>
  );
}

/** A change of a client, after which the list is read again. */
function useChange<Data>(mutationFn: () => Promise<Data>) {
  const client = useQueryClient();
  const { queryKey } = clientsQuery(useService());
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) });
}

function Scopes({ scopes, client: { name, scopes: given } }: { scopes: ScopeTexts; client: Client }) {
  const { clients } = useService();
  const [wanted, setWanted] = useState(given);
  const change = useChange(() => clients.update(name, { scopes: wanted }));
  const isSame = wanted.length === given.length && wanted.every((scope) => given.includes(scope));
  return (
    <Stack gap="sm">
      <ScopesField scopes={scopes} value={wanted} onChange={setWanted} />
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
  const { clients } = useService();
  const rotate = useChange(() => clients.rotate(name));
  const revoke = useChange(() => clients.revoke(name));
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
