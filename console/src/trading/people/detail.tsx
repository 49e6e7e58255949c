import type { Person } from '@quaestor/sdk';
import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../shared/panel/index.ts';
import { Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { formatList, formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { Invited } from './invited.tsx';
import { peopleQuery, sessionsQuery } from './queries.ts';
import { foreignRoles, RolesField, type Role } from './roles.tsx';
import { PersonState } from './state.tsx';
import { texts } from './texts.ts';

const { detail } = texts;

interface DetailProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonDetail({ person, onClose }: DetailProps) {
  const { login, roles, partnerUid, createdAt, revokedAt } = person;
  const foreign = foreignRoles(roles);
  const isSelf = useAccount()?.login === login;
  return (
    <Panel title={login} onClose={onClose}>
      <Facts
        items={[
          [detail.facts.state, <PersonState key="state" person={person} />],
          [detail.facts.created, formatTime(createdAt)],
          [detail.facts.partner, partnerUid],
        ]}
      />
      {isSelf && <Note>{detail.self}</Note>}
      {foreign.length > 0 && <Note>{detail.foreign(formatList(foreign))}</Note>}
      {revokedAt === null && !isSelf && foreign.length === 0 && <Roles person={person} />}
      {revokedAt === null && <Sessions login={login} />}
      {revokedAt === null && !isSelf && <Recovery login={login} />}
    </Panel>
  );
}

/** A change of a person, after which the list is read again. */
function useChange<Data, Input = void>(mutationFn: (input: Input) => Promise<Data>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery().queryKey }),
  });
}

function Roles({ person: { login, roles } }: { person: Person }) {
  const [wanted, setWanted] = useState<readonly string[]>(roles);
  const change = useChange(() => trading.people.update(login, { roles: wanted as Role[] }));
  const isSame = wanted.length === roles.length && wanted.every((role) => roles.includes(role));
  return (
    <Stack gap="sm">
      <RolesField value={wanted} onChange={setWanted} />
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

function Sessions({ login }: { login: string }) {
  const sessions = useQuery(sessionsQuery(login));
  const end = useChange(() => trading.people.endSessions(login));
  const error = sessions.error ?? end.error;
  return (
    <Stack gap="sm" component="section">
      <Divider />
      <Title order={3} size="h5">
        {detail.sessions}
      </Title>
      {error !== null && <Problem error={error} />}
      {sessions.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {detail.noSessions}
        </Text>
      )}
      {sessions.data?.map(({ id, ip, method, userAgent, lastSeenAt }) => (
        <div key={id}>
          <Text size="sm">{detail.session(ip, method)}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {detail.seen(userAgent, lastSeenAt)}
          </Text>
        </div>
      ))}
      {(sessions.data?.length ?? 0) > 0 && (
        <Group>
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {detail.endSessions}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Both steps need the second factor of the admin, whose dialog says what they confirm. */
function Recovery({ login }: { login: string }) {
  const reset = useChange(() => trading.people.reset(login));
  const revoke = useChange(() => trading.people.revoke(login));
  const error = reset.error ?? revoke.error;
  return (
    <Stack gap="sm" component="section">
      <Divider />
      <Title order={3} size="h5">
        {detail.recovery}
      </Title>
      {error !== null && <Problem error={error} />}
      <Text size="sm" c="dimmed">
        {detail.aboutReset}
      </Text>
      <Group>
        <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
          {detail.reset}
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
      {reset.data !== undefined && <Invited invitation={reset.data} onClose={() => reset.reset()} />}
    </Stack>
  );
}
