import type { ReportEntry } from '@quaestor/sdk';
import { MultiSelect, Pill, SegmentedControl, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../shared/panel/index.ts';
import { plainText } from '../plain-text.ts';
import { useReads } from '../viewed.ts';
import { RangeField } from './range-field.tsx';
import { asksOf } from './parameters.ts';
import { valuesQuery } from './queries.ts';
import {
  listOf,
  oneOf,
  orNone,
  groupsOf,
  type ReportSearch,
  type AskedProps,
  type Change,
} from './search.ts';
import { NONE, texts, valueName } from './texts.ts';

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
  if (isList) return <KnownValues parameter={parameter} entry={entry} search={search} onChange={onChange} />;
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
  return (
    <Typed
      label={texts.field(name)}
      description={plainText(description)}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' || type === 'integer' ? 'decimal' : undefined}
      value={value ?? ''}
      onSubmit={(text) => onChange({ [name]: text === '' ? undefined : text })}
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
  const { period } = asksOf(entry);
  const { data } = useQuery({
    ...valuesQuery(useReads(), entry.name, {
      field: name,
      ...(wanted !== '' && { search: wanted }),
      ...boundsOf(entry, search, period?.from === 'date_from'),
    }),
    enabled: isKnown,
    placeholderData: (before) => before,
  });
  return (
    <TagsInput
      label={texts.field(name)}
      data={[...(canBeEmpty ? [NONE] : []), ...(data?.values ?? [])]}
      renderOption={({ option }) => valueName(option.value)}
      renderPill={({ value = NONE, onRemove }) => (
        <Pill withRemoveButton {...(onRemove && { onRemove })}>
          {valueName(value)}
        </Pill>
      )}
      value={[...listOf(search[name])]}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(values) => onChange({ [name]: orNone(values) })}
      {...(most !== null && { maxTags: most })}
      acceptValueOnBlur
      limit={50}
    />
  );
}

/** Values are looked for in the same period and subject. */
function boundsOf(entry: ReportEntry, search: ReportSearch, hasPeriod: boolean): ReportSearch {
  const names = [
    ...entry.path_parameters.map(({ name }) => name),
    ...(hasPeriod ? ['date_from', 'date_to'] : []),
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
