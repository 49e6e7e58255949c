import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '../../shared/list/index.ts';
import { Note } from '../../shared/parts/index.ts';
import { monthStart, today } from '../../shared/period/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { FactFields, toFact, type Draft, type Fact } from '../facts/fields.tsx';
import { EditTerm, type TermEditorProps } from '../terms/edit-term.tsx';
import { AccountTypeInput, CurrencyInput, PartnerOrEveryInput, SymbolInput } from '../terms/inputs.tsx';
import { Propose } from '../terms/propose.tsx';
import { Preview } from '../terms/preview.tsx';
import { KEY, tariffQuery } from './queries.ts';
import { tariffSearch } from './search.ts';
import { texts } from './texts.ts';

const { editor: t } = texts;
const NEW: Draft = {
  partner_uid: '*',
  account_type: '*',
  symbol: '*',
  formula_code: 'formula_forex',
  level: '1',
};

const INPUTS = {
  partner_uid: PartnerOrEveryInput,
  account_type: AccountTypeInput,
  symbol: SymbolInput,
  reward_size_currency: CurrencyInput,
};

/** The fields that only some formulas use. */
const USED_BY: Readonly<Record<string, readonly string[]>> = {
  reward_size: ['formula_forex'],
  reward_size_currency: ['formula_forex'],
  rate_per_million: ['formula_classic', 'formula_ecn'],
  reward_percentage: ['formula_classic_v2', 'formula_cfd'],
  reward_k: ['formula_cfd'],
};

export function EditTariff() {
  const { id } = useAddress(tariffSearch).search;
  const stored = useQuery({ ...tariffQuery(id ?? ''), enabled: id !== undefined });
  return (
    <EditTerm
      kind="tariffs"
      id={id}
      stored={stored}
      list="/tariffs"
      byDefault={NEW}
      editor={Editor}
      texts={t}
    />
  );
}

function Editor({ fields: all, initial, isStored = false }: TermEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [month, setMonth] = useState(monthStart(today(), -1).slice(0, 7));
  const formula = draft['formula_code'] ?? '';
  const fields = all
    .filter(({ name }) => USED_BY[name]?.includes(formula) !== false)
    .map((field) => ({ ...field, description: aboutOf(field.description, formula) }));
  const preview = useMutation({
    mutationFn: (fact: Fact) => partner.proposals.preview({ month, tariffs: [fact] }),
  });
  const fact = toFact(fields, draft);
  const replaces = isStored && KEY.every((name) => draft[name] === initial[name]);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
      <Stack gap="md">
        <FactFields
          fields={fields}
          draft={draft}
          onChange={(changed) => {
            setDraft(changed);
            preview.reset();
          }}
          error={preview.error}
          inputs={INPUTS}
          units={{ reward_size: t.perLot(draft['reward_size_currency'] ?? '') }}
        />
      </Stack>
      <Stack gap="lg">
        {replaces && <Note>{t.replaces}</Note>}
        <Group align="flex-end" gap="sm">
          <TextInput
            type="month"
            label={t.month}
            value={month}
            onChange={({ currentTarget: { value } }) => {
              setMonth(value);
              preview.reset();
            }}
          />
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate(fact)}>
            {t.preview}
          </Button>
        </Group>
        {preview.error !== null && <Problem error={preview.error} isOfOne />}
        {preview.data !== undefined && <Preview result={preview.data} tariffs={[fact]} />}
        <Propose kind="tariffs" fact={fact} />
      </Stack>
    </SimpleGrid>
  );
}

/** Of `formula_a, formula_b: what it is; formula_c: what else`, what the formula makes of it. */
function aboutOf(description: string, formula: string): string {
  const part = description.split('; ').find((each) => each.includes(formula));
  const about = part?.slice(part.indexOf(': ') + 2) ?? description;
  return about.charAt(0).toUpperCase() + about.slice(1);
}
