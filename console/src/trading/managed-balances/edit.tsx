import type { ManagedBalance } from '@quaestor/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { otherError, Overtaken, useEdited } from '../../shared/editable/index.ts';
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
  const client = useQueryClient();
  const { begun, known, isOvertaken, onTouch, onError, onDiscard } = useEdited(balance, () =>
    client.fetchQuery({ ...managedBalanceQuery(balance.venue, balance.asset.code), staleTime: 0 }),
  );
  const { venue, asset, active, pending, etag } = known;
  const save = useSave();
  const initial = begun.pending?.settings ?? begun.active?.settings;
  return (
    <Page title={texts.edit.title(nameOf(balance))} description={texts.edit.about}>
      {pending !== null && <Note>{texts.edit.waiting(pending.by)}</Note>}
      <SettingsForm
        key={begun.etag}
        initial={
          initial === undefined ? { ...EMPTY, venue, asset: asset.code } : draftOf(venue, asset.code, initial)
        }
        submit={texts.edit.save}
        isPending={save.isPending}
        error={otherError(save.error, isOvertaken)}
        onSubmit={(place, settings) => save.mutate({ ...place, settings, ifMatch: etag }, { onError })}
        onTouch={onTouch}
        before={active?.settings}
        note={isOvertaken && <Overtaken onDiscard={onDiscard} />}
      >
        <ButtonLink to="/managed-balances" search={{ id: idOf(balance) }} variant="default">
          {texts.cancel}
        </ButtonLink>
      </SettingsForm>
    </Page>
  );
}
