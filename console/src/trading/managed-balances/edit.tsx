import type { ManagedBalance } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ButtonLink } from '../../shared/link/index.ts';
import { Note, Page } from '../../shared/parts/index.ts';
import { Unloaded } from '../../shared/problem/index.ts';
import { idOf, nameOf } from './describe.ts';
import { draftOf, EMPTY } from './draft.ts';
import { SettingsForm } from './form.tsx';
import { managedBalanceQuery } from './queries.ts';
import { texts } from './form-texts.ts';
import { texts as words } from './texts.ts';
import { useSave } from './use-save.ts';

export function EditManagedBalance() {
  const { venue, asset } = useParams({ from: '/signed-in/managed-balances/$venue/$asset' });
  const { data, error, refetch } = useQuery(managedBalanceQuery(venue, asset));
  if (data === undefined) {
    return (
      <Unloaded
        title={texts.edit.title(words.name(asset, venue))}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return <Edit key={idOf(data)} balance={data} />;
}

function Edit({ balance }: { readonly balance: ManagedBalance }) {
  // What the person has read stays what is changed: a change of another is refused by its tag.
  const [{ venue, asset, active, pending, etag }] = useState(balance);
  const save = useSave();
  const before = active?.settings;
  const known = pending?.settings ?? before;
  return (
    <Page title={texts.edit.title(nameOf(balance))} description={texts.edit.about}>
      {pending !== null && <Note>{texts.edit.waiting(pending.by)}</Note>}
      <SettingsForm
        initial={
          known === undefined ? { ...EMPTY, venue, asset: asset.code } : draftOf(venue, asset.code, known)
        }
        submit={texts.edit.save}
        isPending={save.isPending}
        error={save.error}
        onSubmit={(place, settings) => save.mutate({ ...place, settings, ifMatch: etag })}
        before={before}
      >
        <ButtonLink to="/managed-balances" search={{ id: idOf(balance) }} variant="default">
          {texts.cancel}
        </ButtonLink>
      </SettingsForm>
    </Page>
  );
}
