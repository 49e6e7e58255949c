import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Note } from '../../shared/parts/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { banksQuery } from './queries.ts';
import { texts } from './texts.ts';

const { files: t } = texts;

interface WithBankProps {
  /** Undefined for the first. */
  readonly bank: string | undefined;
  readonly onChange: (bank: string) => void;
  /** What the bank is chosen for. */
  readonly children: (bank: string) => ReactNode;
}

/** Chooses a bank profile. Without any it says where they come from. */
export function WithBank({ bank, onChange, children }: WithBankProps) {
  return (
    <Loaded query={useQuery(banksQuery())} height={60}>
      {(banks) => {
        const chosen = banks.find(({ code }) => code === bank) ?? banks[0];
        if (chosen === undefined) return <Note>{t.noBank}</Note>;
        return (
          <>
            <NativeSelect
              label={t.bank}
              w={{ base: '100%', xs: 380 }}
              data={banks.map(({ code, currency, iban }) => ({
                value: code,
                label: t.bankOption(code, currency, iban),
              }))}
              value={chosen.code}
              onChange={({ currentTarget: { value } }) => onChange(value)}
            />
            {children(chosen.code)}
          </>
        );
      }}
    </Loaded>
  );
}
