import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeRule } from '../../policies/describe-rule.ts';
import { policiesQuery } from '../../policies/queries.ts';
import { texts } from './texts.ts';

interface ApplyingRulesProps {
  readonly venue: string;
  readonly asset: string;
}

/** The rules of the policy that can decide on this asset at this venue, in their order. */
export default function ApplyingRules({ venue, asset }: ApplyingRulesProps) {
  const { data } = useQuery(policiesQuery());
  if (data === undefined) return null;
  const rules = (data.active?.rules ?? []).flatMap((rule, index) =>
    (rule.venue ?? venue) === venue && (rule.asset ?? asset) === asset
      ? [texts.create.rule(index + 1, describeRule(rule))]
      : [],
  );
  return (
    <Stack gap={4} component="section" aria-label={texts.create.rules}>
      <Text size="sm" fw={500}>
        {texts.create.rules}
      </Text>
      <List size="sm" c="dimmed">
        {rules.map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
        <List.Item>{texts.create.otherwise}</List.Item>
      </List>
    </Stack>
  );
}
