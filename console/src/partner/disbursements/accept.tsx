import { QuaestorError, type NewSelfBillingAgreement, type SelfBillingAgreement } from '@quaestor/sdk';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { ADDRESS, DraftFields, filledOf, type AddressField, type Draft } from './draft-fields.tsx';
import { texts } from './texts.ts';

const { form: t } = texts.agreement;

type Field = 'name' | 'vat_id' | AddressField;
type Kind = NewSelfBillingAgreement['kind'];

const ABOUT: Draft<Field> = { country: t.aboutCountry };
const REQUIRED: ReadonlySet<Field> = new Set(['name', 'town', 'country']);
const KINDS: readonly Kind[] = ['company', 'person'];
/** What the server may refuse and the form does not show. */
const UNSEEN = 'text_sha256';

interface AcceptProps {
  readonly agreement: SelfBillingAgreement;
  readonly canDiscard: boolean;
  readonly onDone: () => void;
}

/** Accepts the text that is shown, with the data that documents have from then on. */
export function Accept({ agreement: { accepted, text_sha256 }, canDiscard, onDone }: AcceptProps) {
  const [draft, setDraft] = useState<Draft<Field>>(
    accepted === null ? {} : { name: accepted.name, vat_id: accepted.vat_id ?? '', ...accepted.address },
  );
  const [kind, setKind] = useState<Kind>(accepted?.kind ?? 'company');
  const accept = useChange(
    'disbursements',
    () => partner.disbursements.acceptAgreement(toAgreement(draft, kind, text_sha256)),
    ({ valid_to }) => ({ text: t.accepted(formatDay(valid_to)) }),
  );
  const errors = accept.error instanceof QuaestorError ? accept.error.errors : {};
  const isAtFields = Object.keys(errors).some((path) => path !== UNSEEN);
  const inputs = { draft, onChange: setDraft, labels: t, about: ABOUT, required: REQUIRED, errors };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate(undefined, { onSuccess: onDone });
      }}
    >
      <Stack gap="md" maw={520}>
        <DraftFields fields={['name']} {...inputs} />
        <NativeSelect
          label={t.kind}
          data={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(KINDS.find((known) => known === value) ?? kind)}
        />
        <DraftFields fields={ADDRESS} within="address" {...inputs} />
        <DraftFields fields={['vat_id']} {...inputs} />
        <Text size="sm" c="dimmed">
          {t.after}
        </Text>
        {accept.error !== null && !isAtFields && <Problem error={accept.error} />}
        <Group gap="xs">
          <Button type="submit" loading={accept.isPending}>
            {t.accept}
          </Button>
          {canDiscard && (
            <Button variant="default" disabled={accept.isPending} onClick={onDone}>
              {t.discard}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

const toAgreement = (draft: Draft<Field>, kind: Kind, text_sha256: string) =>
  ({
    ...filledOf(draft, ['name', 'vat_id']),
    kind,
    address: filledOf(draft, ADDRESS),
    text_sha256,
  }) as NewSelfBillingAgreement;
