import type { Policies, PolicyProposal } from '@quaestor/sdk';
import { Box, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { otherError, Overtaken, useEdited } from '../../shared/editable/index.ts';
import { peopleQuery } from '../../shared/people/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { Changes } from './changes.tsx';
import { faultsOf, toDraft, toProposal, type Draft } from './draft.ts';
import { GroupsField } from './groups-field.tsx';
import { policiesQuery } from './queries.ts';
import { JsonDialog } from './json-dialog.tsx';
import { RulesField } from './rules-field.tsx';
import { Simulation } from './simulation.tsx';
import { texts } from './texts.ts';
import { warningsOf } from './warnings.ts';

const EMPTY = { rules: [], groups: {} };

export function EditPolicy() {
  const policies = useQuery(policiesQuery());
  return (
    <Page title={texts.editor.title} description={texts.editor.about}>
      {policies.error !== null && <Problem error={policies.error} />}
      {policies.isPending && <Skeleton height={320} />}
      {policies.data !== undefined && <Edit policies={policies.data} />}
    </Page>
  );
}

function Edit({ policies }: { readonly policies: Policies }) {
  const client = useQueryClient();
  const edited = useEdited(policies, () => client.fetchQuery({ ...policiesQuery(), staleTime: 0 }));
  return <Editor key={edited.begun.etag} edited={edited} />;
}

/** Begins with the proposal that it would replace, or with the policy in force. */
function Editor({ edited }: { readonly edited: ReturnType<typeof useEdited<Policies>> }) {
  const { begun, known, isOvertaken, onTouch } = edited;
  const { active, proposed, etag } = known;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Draft>({
    initialValues: toDraft(begun.proposed ?? begun.active ?? EMPTY),
    validate: faultsOf,
    onValuesChange: () => {
      onTouch();
      simulate.reset();
    },
  });
  const simulate = useMutation({
    mutationFn: (proposal: PolicyProposal) => trading.policies.simulate(proposal),
  });
  const propose = useMutation({
    mutationFn: (proposal: PolicyProposal) => trading.policies.propose(proposal, { ifMatch: etag }),
    onSuccess: async ({ version }) => {
      await client.invalidateQueries({ queryKey: ['policies'] });
      await navigate({ to: '/policies' });
      say({
        text: texts.editor.proposed(version),
        link: {
          label: texts.versions.show(version),
          place: { to: '/policies', search: { id: `${version}` } },
        },
      });
    },
    onError: edited.onError,
  });
  const [opened, setOpened] = useState<string>();
  const [isJson, setIsJson] = useState(false);
  const { data: people = [] } = useQuery(peopleQuery(trading));
  const proposal = toProposal(form.values);
  const error = otherError(propose.error, isOvertaken) ?? simulate.error;
  const ifRight = (act: () => void) => () => {
    const { hasErrors, errors } = form.validate();
    if (!hasErrors) act();
    const faulty = form.values.rules.find((_rule, index) =>
      Object.keys(errors).some((path) => path.startsWith(`rules.${index}.`)),
    );
    if (faulty) setOpened(faulty.key);
  };
  return (
    // Enter in a field proposes nothing: that takes the button.
    <form onSubmit={(event) => event.preventDefault()}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
        <Stack gap="xl">
          <RulesField
            form={form}
            warnings={warningsOf(proposal, people)}
            opened={opened}
            onOpen={setOpened}
          />
          <GroupsField form={form} groups={form.values.groups} />
        </Stack>
        <Stack gap="lg">
          <Changes before={active ?? EMPTY} after={proposal} />
          {error !== null && <Problem error={error} />}
          {isOvertaken && <Overtaken onDiscard={edited.onDiscard} />}
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
            <Button
              variant="subtle"
              onClick={() => {
                onTouch();
                setIsJson(true);
              }}
            >
              {texts.json.open}
            </Button>
          </Group>
        </Stack>
      </SimpleGrid>
      {simulate.data !== undefined && (
        <Box mt="xl">
          <Simulation result={simulate.data} />
        </Box>
      )}
      {isJson && (
        <JsonDialog
          draft={form.values}
          onClose={() => setIsJson(false)}
          onUse={(draft) => {
            form.setValues(draft);
            setOpened(undefined);
            setIsJson(false);
          }}
        />
      )}
    </form>
  );
}
