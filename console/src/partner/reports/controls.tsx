import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconAdjustmentsHorizontal, IconColumns } from '../../shared/icons/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { daysOf } from './comparison/index.ts';
import { RangeField } from './filters/index.ts';
import { asksOf } from './parameters.ts';
import { compensationsQuery } from './queries.ts';
import { COMPARE, isCompared, PREVIOUS } from './saved-views/index.ts';
import { groupsOf, listOf, oneOf, regroup, type AskedProps, type Change } from './search.ts';
import { texts } from './texts.ts';
import { HIDDEN, hidesZeros, isFigure, ZEROS } from './zeros.ts';

const { controls: t } = texts;
const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;

interface ControlsProps extends AskedProps {
  readonly onChange: Change;
  readonly onOpen: (what: 'filters' | 'columns') => void;
}

/** What is changed most: the dates, the groups, and what the path names. */
export default function Controls({ entry, search, onChange, onOpen }: ControlsProps) {
  const { period, ranges, others } = asksOf(entry);
  const count =
    others.filter(({ name }) => listOf(search[name]).length > 0).length +
    ranges.filter(({ from, to }) => search[from] !== undefined || search[to] !== undefined).length;
  return (
    <>
      {entry.path_parameters.map(({ name }) =>
        name === 'cohort' ? (
          <MonthField
            key={name}
            label={t.cohort}
            value={oneOf(search[name]) ?? ''}
            onChange={(month) => onChange({ [name]: month })}
          />
        ) : (
          <Compensation key={name} value={oneOf(search[name])} onChange={(id) => onChange({ [name]: id })} />
        ),
      )}
      {period !== undefined && (
        <RangeField entry={entry} search={search} range={period} onChange={onChange} />
      )}
      {entry.grouping !== null && (
        <MultiSelect
          aria-label={t.groupBy}
          placeholder={t.groupHint(entry.grouping.most)}
          data={entry.dimensions.map(({ name }) => ({ value: name, label: texts.field(name) }))}
          value={[...groupsOf(entry, search)]}
          maxValues={entry.grouping.most}
          searchable
          hidePickedOptions
          comboboxProps={{ position: 'bottom-start' }}
          onChange={(groups) => onChange(regroup(entry, search, groups))}
          w={{ base: '100%', xs: 320 }}
        />
      )}
      {others.length + ranges.length + entry.orderings.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          data-filter
          onClick={() => onOpen('filters')}
        >
          {t.filters(count)}
        </Button>
      )}
      <Button variant="default" leftSection={<IconColumns size={16} />} onClick={() => onOpen('columns')}>
        {t.columns}
      </Button>
      {daysOf(entry, search) !== undefined && (
        <Checkbox
          label={texts.comparison.compare}
          checked={isCompared(search)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ [COMPARE]: checked ? PREVIOUS : undefined })
          }
          py={8}
        />
      )}
      {entry.measures.some(isFigure) && (
        <Checkbox
          label={texts.zeros.hide}
          checked={hidesZeros(search)}
          onChange={({ currentTarget: { checked } }) => onChange({ [ZEROS]: checked ? HIDDEN : undefined })}
          py={8}
        />
      )}
    </>
  );
}

interface MonthFieldProps {
  readonly label: string;
  /** As `2026-01`. */
  readonly value: string;
  readonly onChange: (month: string) => void;
}

/** A month counts when it is complete: while people type `2024`, browsers say `0002`, `0020` and `0202`. */
function MonthField({ label, value, onChange }: MonthFieldProps) {
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  // It was changed elsewhere, such as by the way back.
  if (value !== before) {
    setBefore(value);
    setText(value);
  }
  return (
    <TextInput
      type="month"
      label={label}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        if (MONTH.test(typed)) onChange(typed);
      }}
      onBlur={() => setText(value)}
    />
  );
}

interface CompensationProps {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

function Compensation({ value, onChange }: CompensationProps) {
  return (
    <Loaded query={useQuery(compensationsQuery(useReads()))}>
      {(rows) => {
        const paid = new Map(rows.map(({ compensation_id: id, payment_date: at }) => [String(id), at]));
        return (
          <Select
            label={t.compensation}
            allowDeselect={false}
            data={[...paid].map(([id, at]) => ({ value: id, label: `${id}, ${formatDay(at)}` }))}
            value={value ?? null}
            onChange={(id) => onChange(id ?? undefined)}
          />
        );
      }}
    </Loaded>
  );
}
