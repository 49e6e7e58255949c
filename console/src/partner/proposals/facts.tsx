import type { Proposal } from '@quaestor/sdk';
import { Paper, Stack, Text } from '@mantine/core';
import { FactCard } from '../facts/fact.tsx';
import { texts } from './texts.ts';

/** More are in the API. */
const MOST_SHOWN = 50;

/** What a proposal sends or withdraws. */
export const ProposedFacts = ({ kind, facts }: Pick<Proposal, 'kind' | 'facts'>) => (
  <Stack gap="sm">
    {facts.slice(0, MOST_SHOWN).map((fact, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- facts of a proposal have no other name
      <Paper key={index} withBorder p="md">
        <FactCard kind={kind} fact={fact} />
      </Paper>
    ))}
    {facts.length > MOST_SHOWN && (
      <Text size="sm" c="dimmed">
        {texts.detail.others(facts.length - MOST_SHOWN)}
      </Text>
    )}
  </Stack>
);
