import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOpened } from '../../shared/list/index.ts';
import { Note, Page } from '../../shared/parts/index.ts';
import { today } from '../../shared/period/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { FactFields, toDraft, toFact, type Draft } from '../facts/fields.tsx';
import { useFields } from '../facts/queries.ts';
import { Propose } from '../terms/propose.tsx';
import { KEY, levelQuery } from './queries.ts';
import { texts } from './texts.ts';

const { editor: t } = texts;
const NEW: Draft = { measure: 'volume_mln_usd', window_days: '30' };

/** Begins with a stored level, or with a new one. */
export function EditTierLevel() {
  const { id } = useOpened();
  const stored = useQuery({ ...levelQuery(id ?? ''), enabled: id !== undefined });
  const isNew = id === undefined || stored.data === null;
  return (
    <Page title={isNew ? t.newTitle : t.title} description={t.about}>
      {stored.error !== null && <Problem error={stored.error} />}
      {!isNew && stored.isPending && <Skeleton height={320} />}
      {isNew && <Editor initial={{ ...NEW, valid_from: today() }} />}
      {stored.data !== undefined && stored.data !== null && (
        <Editor initial={toDraft(stored.data)} isStored />
      )}
    </Page>
  );
}

function Editor({ initial, isStored = false }: { initial: Draft; isStored?: boolean }) {
  const fields = useFields('tier-levels');
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
      />
      {replaces && <Note>{t.replaces}</Note>}
      <Propose kind="tier-levels" fact={toFact(fields, draft)} onRefused={setError} />
    </Stack>
  );
}
