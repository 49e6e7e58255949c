import { listItem, type ReportEntry } from '@quaestor/sdk';
import { MultiSelect, Pill, SegmentedControl, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDecimal, writeAmount } from '../../../shared/money/index.ts';
import { Panel } from '../../../shared/panel/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { plainText } from '../../plain-text.ts';
import { useReads } from '../../viewed.ts';
import { RangeField } from './range-field.tsx';
import { isCountry, NONE, valueName } from '../field.ts';
import { asksOf } from '../parameters.ts';
import { MOST_VALUES, valuesQuery } from '../queries.ts';
import {
  listOf,
  oneOf,
  orNone,
  groupsOf,
  type ReportSearch,
  type AskedProps,
  type Change,
} from '../search.ts';
import { texts } from '../texts.ts';

const { filters: t } = texts;
const TYPING_MS = 250;

interface FilterPanelProps extends AskedProps {
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** Everything else that the report can be asked. Each change counts at once. */
export default function FilterPanel({ entry, search, onChange, onClose }: FilterPanelProps) {
  const { ranges, others } = asksOf(entry);
  return (
    <Panel title={t.title} onClose={onClose}>
      {others.map((parameter) => (
        <Filter
          key={parameter.name}
          parameter={parameter}
          entry={entry}
          search={search}
          onChange={onChange}
        />
      ))}
      {ranges.map((range) => (
        <RangeField
          key={range.name}
          label={texts.field(range.name)}
          entry={entry}
          search={search}
          range={range}
          onChange={onChange}
        />
      ))}
      <Ordering entry={entry} search={search} onChange={onChange} />
    </Panel>
  );
}

interface FilterProps extends AskedProps {
  readonly parameter: ReportEntry['filters'][number];
  readonly onChange: Change;
}

function Filter({ parameter, entry, search, onChange }: FilterProps) {
  const { name, type, is_list: isList, description } = parameter;
  const value = oneOf(search[name]);
  if (isList) {
    const Values = isCountry(parameter) ? Countries : KnownValues;
    return <Values parameter={parameter} entry={entry} search={search} onChange={onChange} />;
  }
  if (type === 'boolean') {
    return (
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {texts.field(name)}
        </Text>
        <Text size="xs" c="dimmed">
          {plainText(description)}
        </Text>
        <SegmentedControl
          aria-label={texts.field(name)}
          data={[
            { value: '', label: t.any },
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ]}
          value={value ?? ''}
          onChange={(chosen) => onChange({ [name]: chosen === '' ? undefined : chosen })}
        />
      </Stack>
    );
  }
  const isNumber = type === 'number' || type === 'integer';
  return (
    <Typed
      label={texts.field(name)}
      description={plainText(description)}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      value={isNumber ? writeAmount(value ?? '') : (value ?? '')}
      onSubmit={(text) => {
        // The address has what the server takes, which says what is wrong with anything else.
        const asked = isNumber ? (readDecimal(text) ?? text) : text;
        onChange({ [name]: asked === '' ? undefined : asked });
      }}
    />
  );
}

interface TypedProps {
  readonly label: string;
  readonly description: string;
  readonly type: 'date' | 'text';
  readonly inputMode: 'decimal' | undefined;
  readonly value: string;
  readonly onSubmit: (text: string) => void;
}

/** A text that counts when it is complete: after Enter, or when the field is left. */
function Typed({ value, onSubmit, ...props }: TypedProps) {
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  // It was changed elsewhere, such as by removing the filter.
  if (value !== before) {
    setBefore(value);
    setText(value);
  }
  const submit = () => text.trim() !== value && onSubmit(text.trim());
  return (
    <TextInput
      {...props}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={submit}
      onKeyDown={({ key }) => key === 'Enter' && submit()}
    />
  );
}

/** Completes the values that occur, and that none is there. Others can be typed too. */
function KnownValues({ parameter, entry, search, onChange }: FilterProps) {
  const { name, has_known_values: isKnown, can_be_empty: canBeEmpty, most } = parameter;
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data } = useQuery({
    ...valuesQuery(useReads(), entry.name, {
      field: name,
      ...(wanted !== '' && { search: wanted }),
      ...boundsOf(entry, search),
    }),
    enabled: isKnown,
    placeholderData: (before) => before,
  });
  return (
    <TagsInput
      label={texts.field(name)}
      data={[...(canBeEmpty ? [NONE] : []), ...(data?.values ?? [])]}
      renderOption={({ option }) => valueName(parameter, option.value)}
      renderPill={({ value = NONE, onRemove }) => (
        <Pill withRemoveButton {...(onRemove && { onRemove })}>
          {valueName(parameter, value)}
        </Pill>
      )}
      value={[...listOf(search[name])]}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(values) => onChange({ [name]: orNone(values.map(listItem)) })}
      {...(most !== null && { maxTags: most })}
      acceptValueOnBlur
      limit={50}
    />
  );
}

/** The countries that occur, found by their names or their codes. */
function Countries({ parameter, entry, search, onChange }: FilterProps) {
  const { name, can_be_empty: canBeEmpty, most } = parameter;
  const { data, error, refetch } = useQuery(
    valuesQuery(useReads(), entry.name, { field: name, limit: MOST_VALUES, ...boundsOf(entry, search) }),
  );
  const chosen = listOf(search[name]);
  const codes = new Set([...(canBeEmpty ? [NONE] : []), ...(data?.values ?? []), ...chosen]);
  return (
    <>
      <MultiSelect
        label={texts.field(name)}
        data={[...codes].map((code) => ({ value: code, label: valueName(parameter, code) }))}
        value={[...chosen]}
        onChange={(values) => onChange({ [name]: orNone(values.map(listItem)) })}
        filter={({ options, search: typed }) =>
          options.filter(
            (option) =>
              'value' in option &&
              [option.value, option.label].some((text) => startsWord(text, typed.trim())),
          )
        }
        {...(most !== null && { maxValues: most })}
        searchable
        hidePickedOptions
      />
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/** Whether a word of the text begins with what was typed. */
const startsWord = (text: string, typed: string): boolean =>
  ` ${text}`.toLowerCase().includes(` ${typed}`.toLowerCase());

/** Values are looked for in the same period and subject. */
function boundsOf(entry: ReportEntry, search: ReportSearch): ReportSearch {
  const names = [
    ...entry.path_parameters.map(({ name }) => name),
    ...(asksOf(entry).period?.from === 'date_from' ? ['date_from', 'date_to'] : []),
  ];
  return Object.fromEntries(
    names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
}

function Ordering({ entry, search, onChange }: AskedProps & { onChange: Change }) {
  const groups = groupsOf(entry, search);
  const names = entry.orderings.filter(
    (name) =>
      entry.grouping === null ||
      groups.includes(name) ||
      !entry.dimensions.some((dimension) => dimension.name === name),
  );
  if (names.length === 0) return null;
  return (
    <MultiSelect
      label={t.order}
      data={names.flatMap((name) => [
        { value: `-${name}`, label: t.descending(texts.field(name)) },
        { value: name, label: t.ascending(texts.field(name)) },
      ])}
      value={[...listOf(search['ordering'])]}
      onChange={(ordering) => onChange({ ordering: orNone(ordering) })}
      searchable
      limit={60}
    />
  );
}
