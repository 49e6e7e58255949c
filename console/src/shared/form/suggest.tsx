import { Autocomplete } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SuggestProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What can be chosen. Other values can be typed. */
  readonly options: readonly Option[];
  readonly description?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly w?: number;
  readonly 'data-filter'?: boolean;
}

interface Option {
  readonly value: string;
  /** What it means, if the value alone does not say it. */
  readonly about?: string | undefined;
}

const MOST_SHOWN = 50;

export default function SuggestInput({ options, value, ...props }: SuggestProps) {
  const about = new Map(options.map((option) => [option.value, option.about]));
  // What was chosen is no search: the others are still to be seen.
  const wanted = about.has(value) ? '' : value.trim().toLowerCase();
  const found = options.filter((option) =>
    [option.value, option.about ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <Autocomplete
      {...props}
      value={value}
      data={found.slice(0, MOST_SHOWN).map((option) => option.value)}
      filter={({ options: all }) => all}
      renderOption={({ option }) => {
        const meaning = about.get(option.value);
        return meaning === undefined ? option.value : `${option.value} – ${meaning}`;
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
