import type { Tariffs } from '@quaestor/sdk';
import { Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ButtonLink, type Place } from '../../shared/link/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { FactCard } from '../facts/fact.tsx';
import { OpenedPanel } from '../details/index.ts';
import { History } from './history.tsx';
import { TermState } from './state.tsx';
import { WithdrawTerm } from './withdraw-term.tsx';

interface TermPanelProps extends ComponentProps<typeof History>, ComponentProps<typeof WithdrawTerm> {
  readonly title: string;
  readonly missing: ComponentProps<typeof OpenedPanel>['missing'];
  /** Null if there is no such term. */
  readonly term: UseQueryResult<Pick<Tariffs['rows'][number], 'fact' | 'state'> | null>;
  /** Leads to the editor, if the term can be changed. */
  readonly edit?: { readonly place: Place; readonly label: string };
  readonly onClose: () => void;
}

/** A stored term: what it says, its versions, and what those who may can do with it. */
export function TermPanel(props: TermPanelProps) {
  const { title, missing, kind, term, factKey, versions, summary, edit, onClose } = props;
  const canEdit = useScope('program:edit');
  return (
    <OpenedPanel title={title} missing={missing} query={term} onClose={onClose}>
      {({ fact, state }) => (
        <>
          <TermState state={state} />
          <FactCard kind={kind} fact={fact} />
          {canEdit && edit !== undefined && (
            <Group>
              <ButtonLink {...edit.place}>{edit.label}</ButtonLink>
            </Group>
          )}
          <History versions={versions} summary={summary} />
          {canEdit && <WithdrawTerm kind={kind} factKey={factKey} />}
        </>
      )}
    </OpenedPanel>
  );
}
