import type { NewLinks, NewPartnerAccounts } from '@quaestor/sdk';
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../shared/panel/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { today } from '../../shared/period/index.ts';
import { FactFields, toFact, type Draft } from '../facts/fields.tsx';
import type { FactField } from '../facts/queries.ts';
import { WithFields } from '../facts/with-fields.tsx';
import { texts } from './texts.ts';

interface AddProps {
  readonly uid: string;
  readonly onClose: () => void;
}

export const AddAccount = ({ uid, onClose }: AddProps) => (
  <AddFact
    kind="partner-accounts"
    words={texts.addAccount}
    initial={{ opened_on: today() }}
    send={(fact) => partner.partners.createAccount(uid, fact as unknown as NewPartnerAccounts)}
    onClose={onClose}
  />
);

export const AddLink = ({ uid, account, onClose }: AddProps & { readonly account: string }) => (
  <AddFact
    kind="links"
    words={texts.addLink}
    initial={{ partner_account: account }}
    send={(fact) => partner.partners.createLink(uid, fact as unknown as NewLinks)}
    onClose={onClose}
  />
);

interface AddFactProps {
  readonly kind: string;
  readonly words: { readonly title: string; readonly submit: string };
  readonly initial: Draft;
  readonly send: (fact: object) => Promise<void>;
  readonly onClose: () => void;
}

/** Creates a fact of the partner, who is not asked for. */
const AddFact = (props: AddFactProps) => (
  <Panel title={props.words.title} onClose={props.onClose}>
    <WithFields kind={props.kind}>
      {(fields) => <Form {...props} fields={fields.filter(({ name }) => name !== 'partner_uid')} />}
    </WithFields>
  </Panel>
);

interface FormProps extends AddFactProps {
  readonly fields: readonly FactField[];
}

function Form({ fields, words, initial, send, onClose }: FormProps) {
  const [draft, setDraft] = useState(initial);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => send(toFact(fields, draft)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['partners'] });
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="lg">
        <FactFields fields={fields} draft={draft} onChange={setDraft} error={add.error} />
        {add.error !== null && <Problem error={add.error} isOfOne />}
        <Group>
          <Button type="submit" loading={add.isPending}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
