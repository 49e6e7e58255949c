import type { Policy } from '@quaestor/sdk';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../shared/change/index.ts';
import type { Message } from '../../shared/messages/index.ts';
import { AskFirst, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { Changes } from './changes.tsx';
import { simulationQuery } from './queries.ts';
import { Simulation } from './simulation.tsx';
import { texts } from './texts.ts';

interface ProposalProps {
  readonly proposed: Policy;
  readonly active: Policy | null;
}

/** What waits for a second admin: what it changes, what it would have done, and their decision. */
export function Proposal({ proposed, active }: ProposalProps) {
  const { version, rules, groups, proposedBy, proposedAt } = proposed;
  const account = useAccount();
  const isAdmin = account?.scopes.includes('admin') === true;
  const simulation = useQuery({ ...simulationQuery(version, { rules, groups }), enabled: isAdmin });
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.proposed.title}>
      <Stack gap="lg">
        <div>
          <Title order={2} size="h4">
            {texts.proposed.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.proposed.meta(version, proposedBy, proposedAt)}
          </Text>
        </div>
        <Changes before={active ?? { rules: [] }} after={proposed} />
        {simulation.error !== null && <Problem error={simulation.error} />}
        {simulation.isLoading && <Skeleton height={120} />}
        {simulation.data !== undefined && <Simulation result={simulation.data} />}
        {isAdmin && <Decision version={version} isOwn={proposedBy === account.login} />}
      </Stack>
    </Paper>
  );
}

function Decision({ version, isOwn }: { version: number; isOwn: boolean }) {
  const link: Message['link'] = {
    label: texts.versions.show(version),
    place: { to: '/policies', search: { id: `${version}` } },
  };
  const confirm = useChange(
    'policies',
    () => trading.policies.confirm(version),
    () => ({
      text: texts.proposed.confirmed(version),
      link,
    }),
  );
  const withdraw = useChange(
    'policies',
    () => trading.policies.withdraw(version),
    () => ({
      text: texts.proposed.withdrawn(version),
      link,
    }),
  );
  const refuse = useChange(
    'policies',
    () => trading.policies.refuse(version),
    () => ({
      text: texts.proposed.refused(version),
      link,
    }),
  );
  const error = confirm.error ?? withdraw.error ?? refuse.error;
  return (
    <Stack gap="sm">
      {error !== null && <Problem error={error} />}
      {isOwn && <Note>{texts.proposed.own}</Note>}
      <Group gap="sm">
        {isOwn ? (
          <AskFirst
            label={texts.proposed.withdraw}
            question={texts.proposed.askWithdraw}
            confirm={texts.proposed.confirmWithdraw}
            isPending={withdraw.isPending}
            onConfirm={() => withdraw.mutate()}
          />
        ) : (
          <>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {texts.proposed.confirm}
            </Button>
            <AskFirst
              label={texts.proposed.refuse}
              question={texts.proposed.askRefuse}
              confirm={texts.proposed.confirmRefuse}
              isPending={refuse.isPending}
              onConfirm={() => refuse.mutate()}
            />
          </>
        )}
      </Group>
    </Stack>
  );
}
