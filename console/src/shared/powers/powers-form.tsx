import type { ChangeOptions } from '@quaestor/sdk';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isWaiting, Waits } from '../access/index.ts';
import { useChange } from '../change/index.ts';
import { otherError, Overtaken, useChoice } from '../editable/index.ts';
import { Save } from '../panel/index.ts';

interface PowersFormProps<Account extends { readonly etag: string }> {
  readonly noun: string;
  readonly account: Account;
  readonly powersOf: (account: Account) => readonly string[];
  readonly readNewest: () => Promise<Account>;
  readonly save: (powers: string[], options: ChangeOptions) => Promise<object>;
  readonly texts: { readonly save: string; readonly aboutSave: string; readonly changed: string };
  readonly children: (powers: readonly string[], onChoose: (powers: readonly string[]) => void) => ReactNode;
}

/** Chooses what an account may do. The change may wait for another admin. */
export function PowersForm<Account extends { readonly etag: string }>(props: PowersFormProps<Account>) {
  const { noun, account, powersOf, readNewest, save, texts, children } = props;
  const { wanted, etag, isUnchanged, isOvertaken, onChoose, onError, onDiscard } = useChoice(
    account,
    powersOf,
    readNewest,
  );
  const change = useChange(
    noun,
    () => save([...wanted], { ifMatch: etag }),
    // The page shows below what waits for another admin.
    (answer) => (isWaiting(answer) ? undefined : { text: texts.changed }),
  );
  return (
    <Stack gap="sm">
      {children(wanted, onChoose)}
      {isOvertaken && <Overtaken onDiscard={onDiscard} />}
      <Save
        label={texts.save}
        about={texts.aboutSave}
        isUnchanged={isUnchanged}
        change={{
          isPending: change.isPending,
          error: otherError(change.error, isOvertaken),
          mutate: () => change.mutate(undefined, { onSuccess: onDiscard, onError }),
        }}
      />
      <Waits answer={change.data} />
    </Stack>
  );
}
