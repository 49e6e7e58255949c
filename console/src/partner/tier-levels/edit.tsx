import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOpened } from '../../shared/list/index.ts';
import { Note } from '../../shared/parts/index.ts';
import { FactFields, toFact, type Draft } from '../facts/fields.tsx';
import { measureUnit } from '../figures/index.ts';
import { EditTerm, type TermEditorProps } from '../terms/edit-term.tsx';
import { Propose } from '../terms/propose.tsx';
import { KEY, levelQuery } from './queries.ts';
import { texts } from './texts.ts';

const { editor: t } = texts;
const NEW: Draft = { measure: 'volume_mln_usd', window_days: '30' };

export function EditTierLevel() {
  const { id } = useOpened();
  const stored = useQuery({ ...levelQuery(id ?? ''), enabled: id !== undefined });
  return (
    <EditTerm
      kind="tier-levels"
      id={id}
      stored={stored}
      list="/tiers/levels"
      byDefault={NEW}
      editor={Editor}
      texts={t}
    />
  );
}

function Editor({ fields, initial, isStored = false }: TermEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const replaces = isStored && KEY.every((name) => draft[name] === initial[name]);
  return (
    <Stack gap="md" maw={480}>
      <FactFields
        fields={fields}
        draft={draft}
        onChange={(changed) => {
          setDraft(changed);
          setError(null);
        }}
        error={error}
        units={{ threshold: measureUnit(draft['measure'] ?? '') }}
      />
      {replaces && <Note>{t.replaces}</Note>}
      <Propose kind="tier-levels" fact={toFact(fields, draft)} onRefused={setError} />
    </Stack>
  );
}
