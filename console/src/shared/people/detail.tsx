import type { Person } from '@quaestor/sdk';
import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../panel/index.ts';
import { Facts, Note } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { useAccount, useService } from '../session/index.ts';
import { formatList, formatTime } from '../text/index.ts';
import { Invited } from './invited.tsx';
import { peopleQuery, sessionsQuery } from './queries.ts';
import { foreignRoles, RolesField, type Role, type RoleTexts } from './roles.tsx';
import { PersonState } from './state.tsx';
import { texts } from './texts.ts';

const { detail } = texts;

interface DetailProps {
  readonly roles: RoleTexts;
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonDetail({ roles, person, onClose }: DetailProps) {
  const { login, partnerUid, createdAt, revokedAt } = person;
  const foreign = foreignRoles(roles, person.roles);
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
      {revokedAt === null && !isSelf && foreign.length === 0 && partnerUid === null && (
        <Roles roles={roles} person={person} />
      )}
      {revokedAt === null && <Sessions login={login} />}
      {revokedAt === null && !isSelf && <Recovery login={login} />}
    </Panel>
  );
}

/** A change of a person, after which the list is read again. */
function useChange<Data, Input = void>(mutationFn: (input: Input) => Promise<Data>) {
  const client = useQueryClient();
  const { queryKey } = peopleQuery(useService());
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) });
}

function Roles({ roles, person: { login, roles: given } }: { roles: RoleTexts; person: Person }) {
  const { people } = useService();
  const [wanted, setWanted] = useState<readonly string[]>(given);
  const change = useChange(() => people.update(login, { roles: wanted as Role[] }));
  const isSame = wanted.length === given.length && wanted.every((role) => given.includes(role));
  return (
    <Stack gap="sm">
      <RolesField roles={roles} value={wanted} onChange={setWanted} />
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
  const service = useService();
  const sessions = useQuery(sessionsQuery(service, login));
  const end = useChange(() => service.people.endSessions(login));
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
  const { people } = useService();
  const reset = useChange(() => people.reset(login));
  const revoke = useChange(() => people.revoke(login));
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
