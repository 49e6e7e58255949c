import { useQuery } from '@tanstack/react-query';
import { Page } from '../../shared/parts/index.ts';
import { EMPTY } from './draft.ts';
import { SettingsForm } from './form.tsx';
import { managedBalancesQuery } from './queries.ts';
import { texts } from './form-texts.ts';
import { useSave } from './use-save.ts';

export function NewManagedBalance() {
  const { data: managed = [] } = useQuery(managedBalancesQuery());
  const save = useSave();
  return (
    <Page title={texts.create.title} description={texts.create.about}>
      <SettingsForm
        initial={EMPTY}
        submit={texts.create.save}
        isPending={save.isPending}
        error={save.error}
        onSubmit={(place, settings) => save.mutate({ ...place, settings })}
        managed={managed}
      />
    </Page>
  );
}
