import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Page } from '../../shared/parts/index.ts';
import { today } from '../../shared/period/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { toDraft, type Draft } from '../facts/fields.tsx';

export interface TermEditorProps {
  readonly initial: Draft;
  readonly isStored?: boolean;
}

interface EditTermProps {
  /** Names the stored term; undefined for a new one. */
  readonly id: string | undefined;
  /** Null if no term has the id. */
  readonly stored: UseQueryResult<Parameters<typeof toDraft>[0] | null>;
  /** What a new term begins with, from today on. */
  readonly byDefault: Draft;
  readonly editor: ComponentType<TermEditorProps>;
  readonly texts: { readonly newTitle: string; readonly title: string; readonly about: string };
}

/** Begins with a stored term, or with a new one. */
export function EditTerm({ id, stored, byDefault, editor: Editor, texts: t }: EditTermProps) {
  const isNew = id === undefined || stored.data === null;
  return (
    <Page title={isNew ? t.newTitle : t.title} description={t.about}>
      {stored.error !== null && <Problem error={stored.error} />}
      {!isNew && stored.isPending && <Skeleton height={320} />}
      {isNew && <Editor initial={{ ...byDefault, valid_from: today() }} />}
      {stored.data !== undefined && stored.data !== null && (
        <Editor initial={toDraft(stored.data)} isStored />
      )}
    </Page>
  );
}
