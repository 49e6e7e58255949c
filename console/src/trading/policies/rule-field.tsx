import { Fieldset, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { venuesQuery } from '../venues/queries.ts';
import { lengthOf } from './describe-rule.ts';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

const { editor: words } = texts;
const MOST_APPROVALS = 10;
const LENGTHS = [60, 300, 900, 3_600, 14_400, 86_400, 259_200];

interface RuleFieldProps {
  readonly form: UseFormReturnType<Draft>;
  readonly index: number;
}

/** One rule: its conditions, and what follows from them. */
export function RuleField({ form, index }: RuleFieldProps) {
  const { data: venues = [] } = useQuery(venuesQuery());
  const assets = [...new Set(venues.flatMap((venue) => venue.assets.map(({ code }) => code)))].toSorted();
  const { rules, groups } = form.values;
  const field = (name: keyof Draft['rules'][number]) => form.getInputProps(`rules.${index}.${name}`);
  const rule = rules[index];
  const asksPeople = rule?.verdict === 'REQUIRE_APPROVALS';
  const asksScreener = rule?.verdict === 'REQUIRE_SCREENING';
  return (
    <Fieldset legend={words.rule(index + 1)} p="md">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label={words.venue}
            placeholder={words.any}
            clearable
            clearButtonProps={{ 'aria-label': words.any }}
            data={venues.map(({ code, name }) => ({ value: code, label: name }))}
            {...field('venue')}
          />
          <Select
            label={words.asset}
            placeholder={words.any}
            clearable
            clearButtonProps={{ 'aria-label': words.any }}
            searchable
            data={assets}
            {...field('asset')}
          />
          <Select
            label={words.currency}
            placeholder={words.none}
            clearable
            clearButtonProps={{ 'aria-label': words.none }}
            searchable
            data={assets}
            {...field('currency')}
          />
          <TextInput label={words.amountFrom} inputMode="decimal" {...field('amountFrom')} />
          <TextInput label={words.amountTo} inputMode="decimal" {...field('amountTo')} />
          <TextInput label={words.sumOver} inputMode="decimal" {...field('sumOver')} />
          <Select
            label={words.window}
            allowDeselect={false}
            data={optionsOf(words.windows)}
            {...field('sumWindow')}
          />
          <Select
            label={words.destination}
            placeholder={words.any}
            clearable
            clearButtonProps={{ 'aria-label': words.any }}
            data={optionsOf(words.destinations)}
            {...field('destination')}
          />
          <Select
            label={words.verdict}
            allowDeselect={false}
            data={optionsOf(words.verdicts)}
            {...field('verdict')}
          />
          {asksPeople && (
            <Select
              label={words.approvals}
              allowDeselect={false}
              data={Array.from({ length: MOST_APPROVALS }, (_, count) => `${count + 1}`)}
              {...field('approvals')}
            />
          )}
          {asksPeople && (
            <Select
              label={words.approvers}
              placeholder={words.anybody}
              clearable
              clearButtonProps={{ 'aria-label': words.anybody }}
              data={[
                { value: 'PEOPLE', label: words.people },
                ...groups.flatMap(({ key, name }) => (name === '' ? [] : [{ value: key, label: name }])),
              ]}
              {...field('approvers')}
            />
          )}
          {asksScreener && (
            <Select
              label={words.within}
              allowDeselect={false}
              data={lengthsWith(Number(rule.withinSeconds))}
              {...field('withinSeconds')}
            />
          )}
          {asksScreener && (
            <Select
              label={words.silence}
              allowDeselect={false}
              data={optionsOf(words.silences)}
              {...field('silence')}
            />
          )}
        </SimpleGrid>
        <TextInput label={words.description} maxLength={256} {...field('description')} />
      </Stack>
    </Fieldset>
  );
}

/** The usual ones, and the one of the rule. */
const lengthsWith = (own: number) =>
  [...new Set([...LENGTHS, own])]
    .toSorted((a, b) => a - b)
    .map((seconds) => ({ value: `${seconds}`, label: lengthOf(seconds) }));

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
