import type { Tariffs } from '@quaestor/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ComponentType } from 'react';
import type { Path } from '../../shared/link/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { today } from '../../shared/period/index.ts';
import { toDraft, type Draft } from '../facts/fields.tsx';
import type { FactField } from '../facts/queries.ts';
import { WithFields } from '../facts/with-fields.tsx';
import { Found } from '../details/index.ts';

export interface TermEditorProps {
  readonly fields: readonly FactField[];
  readonly initial: Draft;
  readonly isStored?: boolean;
}

interface EditTermProps {
  readonly kind: string;
  /** Names the stored term; undefined for a new one. */
  readonly id: string | undefined;
  /** Null if no term has the id. */
  readonly stored: UseQueryResult<Pick<Tariffs['rows'][number], 'fact'> | null>;
  /** The list that has the stored ones. */
  readonly list: Path;
  /** What a new term begins with, from today on. */
  readonly byDefault: Draft;
  readonly editor: ComponentType<TermEditorProps>;
  readonly texts: ComponentProps<typeof Found>['texts'] & {
    readonly newTitle: string;
    readonly about: string;
  };
}

/** Begins with a stored term, or with a new one. */
export function EditTerm(props: EditTermProps) {
  const { kind, id, stored, list, byDefault, editor: Editor, texts: t } = props;
  if (id === undefined) {
    return (
      <Page title={t.newTitle} description={t.about}>
        <WithFields kind={kind}>
          {(fields) => <Editor fields={fields} initial={{ ...byDefault, valid_from: today() }} />}
        </WithFields>
      </Page>
    );
  }
  return (
    <Found texts={t} list={list} query={stored}>
      {({ fact }) => (
        <Page title={t.kind} description={t.about}>
          <WithFields kind={kind}>
            {(fields) => <Editor key={id} fields={fields} initial={toDraft(fields, fact)} isStored />}
          </WithFields>
        </Page>
      )}
    </Found>
  );
}
