import type { ListedPerson } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { browserOf } from '../browser/index.ts';
import { useChange } from '../change/index.ts';
import { Panel, PanelPart, Step } from '../panel/index.ts';
import { Facts, Note } from '../parts/index.ts';
import { PowersForm } from '../powers/index.ts';
import { useAccount, useService } from '../session/index.ts';
import { formatList, formatTime } from '../text/index.ts';
import { Invited } from './invited.tsx';
import { readPerson, sessionsQuery } from './queries.ts';
import { foreignRoles, RolesField, type Role, type RoleTexts } from './roles.tsx';
import { PersonState } from './state.tsx';
import { texts } from './texts.ts';

const { detail } = texts;

interface DetailProps {
  readonly roles: RoleTexts;
  readonly person: ListedPerson;
  readonly onClose: () => void;
}

export function PersonDetail({ roles, person, onClose }: DetailProps) {
  const { login, partnerUid, factors, lastSignInAt, createdAt, revokedAt } = person;
  const foreign = foreignRoles(roles, person.roles);
  const isSelf = useAccount()?.login === login;
  return (
    <Panel title={login} onClose={onClose}>
      <Facts
        items={[
          [detail.facts.state, <PersonState key="state" person={person} />],
          [detail.facts.factors, texts.factorsOf(factors)],
          [detail.facts.lastSignIn, lastSignInAt === null ? texts.unknown : formatTime(lastSignInAt)],
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

function Roles({ roles, person }: { roles: RoleTexts; person: ListedPerson }) {
  const service = useService();
  const client = useQueryClient();
  const { login } = person;
  return (
    <PowersForm
      noun="people"
      account={person}
      powersOf={(version) => version.roles}
      readNewest={() => readPerson(client, service, login)}
      save={(wanted, options) => service.people.update(login, { roles: wanted as Role[] }, options)}
      texts={{ ...detail, changed: detail.changed(login) }}
    >
      {(wanted, onChoose) => <RolesField roles={roles} value={wanted} onChange={onChoose} />}
    </PowersForm>
  );
}

function Sessions({ login }: { login: string }) {
  const service = useService();
  const sessions = useQuery(sessionsQuery(service, login));
  const end = useChange(
    'people',
    () => service.people.endSessions(login),
    () => ({ text: detail.ended(login) }),
  );
  return (
    <PanelPart title={detail.sessions} error={sessions.error ?? end.error}>
      {sessions.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {detail.noSessions}
        </Text>
      )}
      {sessions.data?.map(({ id, ip, method, userAgent, lastSeenAt }) => (
        <div key={id}>
          <Text size="sm">{detail.session(ip, method)}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {detail.seen(browserOf(userAgent), lastSeenAt)}
          </Text>
        </div>
      ))}
      {(sessions.data?.length ?? 0) > 0 && <Step label={detail.endSessions} change={end} />}
    </PanelPart>
  );
}

function Recovery({ login }: { login: string }) {
  const { people } = useService();
  const reset = useChange('people', () => people.reset(login));
  const revoke = useChange(
    'people',
    () => people.revoke(login),
    () => ({ text: detail.revoked(login) }),
  );
  return (
    <PanelPart title={detail.recovery} error={reset.error ?? revoke.error}>
      <Step about={detail.aboutReset} label={detail.reset} change={reset} />
      <Step about={detail.aboutRevoke} label={detail.revoke} isDanger change={revoke} />
      {reset.data !== undefined && <Invited invitation={reset.data} onClose={() => reset.reset()} />}
    </PanelPart>
  );
}
