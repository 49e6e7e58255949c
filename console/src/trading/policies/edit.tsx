import type { Policies, PolicyProposal } from '@quaestor/sdk';
import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { IconPlus } from '../../shared/icons/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { Changes } from './changes.tsx';
import { emptyRule, faultsOf, toDraft, toProposal, type Draft } from './draft.ts';
import { GroupsField } from './groups-field.tsx';
import { policiesQuery } from './queries.ts';
import { RuleField } from './rule-field.tsx';
import { Simulation } from './simulation.tsx';
import { texts } from './texts.ts';

const EMPTY = { rules: [], groups: {} };

export function EditPolicy() {
  const policies = useQuery(policiesQuery());
  return (
    <Page title={texts.editor.title} description={texts.editor.about}>
      {policies.error !== null && <Problem error={policies.error} />}
      {policies.isPending && <Skeleton height={320} />}
      {policies.data !== undefined && <Editor {...policies.data} />}
    </Page>
  );
}

/** Begins with the proposal that it would replace, or with the policy in force. What changes later does not touch it. */
function Editor(policies: Policies) {
  const [{ active, proposed, etag }] = useState(policies);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Draft>({
    initialValues: toDraft(proposed ?? active ?? EMPTY),
    validate: faultsOf,
    onValuesChange: () => simulate.reset(),
  });
  const simulate = useMutation({
    mutationFn: (proposal: PolicyProposal) => trading.policies.simulate(proposal),
  });
  const propose = useMutation({
    mutationFn: (proposal: PolicyProposal) => trading.policies.propose(proposal, { ifMatch: etag }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['policies'] });
      await navigate({ to: '/policies' });
    },
  });
  const { rules, groups } = form.values;
  const proposal = toProposal(form.values);
  const error = propose.error ?? simulate.error;
  const ifRight = (act: () => void) => () => {
    if (!form.validate().hasErrors) act();
  };
  return (
    // Enter in a field proposes nothing: that takes the button.
    <form onSubmit={(event) => event.preventDefault()}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
        <Stack gap="md">
          {rules.map(({ key }, index) => (
            <RuleField key={key} form={form} index={index} />
          ))}
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => form.insertListItem('rules', emptyRule())}
            >
              {texts.editor.addRule}
            </Button>
          </Group>
          <GroupsField form={form} groups={groups} />
        </Stack>
        <Stack gap="lg">
          <Changes before={active ?? EMPTY} after={proposal} />
          {error !== null && <Problem error={error} />}
          {proposed !== null && <Text size="sm">{texts.editor.replaces(proposed.version)}</Text>}
          <Group gap="sm">
            <Button
              variant="default"
              loading={simulate.isPending}
              onClick={ifRight(() => {
                propose.reset();
                simulate.mutate(proposal);
              })}
            >
              {texts.editor.simulate}
            </Button>
            <Button loading={propose.isPending} onClick={ifRight(() => propose.mutate(proposal))}>
              {texts.editor.propose}
            </Button>
          </Group>
          {simulate.data !== undefined && <Simulation result={simulate.data} />}
        </Stack>
      </SimpleGrid>
    </form>
  );
}
