import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../icons/index.ts';
import { listSearch } from './search.ts';
import { texts } from './texts.ts';
import { useAddress } from './use-address.ts';

const TYPING_MS = 200;

/** Finds rows by a text. The address follows when a person stops typing, and the field follows the address. */
export function FindField({ label = texts.find }: { label?: string }) {
  const { search, change } = useAddress(listSearch);
  const { q = '' } = search;
  const [text, setText] = useState(q);
  /** What was typed and is on its way to the address. */
  const sent = useRef<string[]>([]);
  const find = useDebouncedCallback((typed: string) => {
    const wanted = typed.trim();
    if (wanted === q) return;
    sent.current.push(wanted);
    change({ q: wanted || undefined }, { replace: true });
  }, TYPING_MS);
  useEffect(() => {
    const at = sent.current.indexOf(q);
    if (at === -1) setText(q);
    else sent.current.splice(0, at + 1);
  }, [q]);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      w={{ base: '100%', xs: 240 }}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        find(value);
      }}
      data-filter
    />
  );
}
