import { QuaestorError, type DisbursementDestination, type NewDisbursementDestination } from '@quaestor/sdk';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { bankFacts } from './destination-facts.tsx';
import { ADDRESS, DraftFields, filledOf, type AddressField, type Draft } from './draft-fields.tsx';
import { texts } from './texts.ts';

const { form: t } = texts.bank;

const FIELDS = ['name', 'iban', 'bic'] as const;
type Field = (typeof FIELDS)[number] | AddressField;

const ABOUT: Draft<Field> = {
  name: t.aboutName,
  iban: t.aboutIban,
  country: t.aboutCountry,
};
const REQUIRED: ReadonlySet<Field> = new Set(['name', 'iban', 'town', 'country']);

interface BankAccountFormProps {
  readonly account: string;
  readonly onDone: () => void;
}

/** The server checks the bank account and shows the name as banks get it; then the person saves it. */
export default function BankAccountForm({ account, onDone }: BankAccountFormProps) {
  const [draft, setDraft] = useState<Draft<Field>>({});
  const [hasAddress, setHasAddress] = useState(false);
  const [checked, setChecked] = useState<DisbursementDestination>();
  const given = toDestination(draft, hasAddress);
  const check = useMutation({
    mutationFn: () => partner.disbursements.saveDestination(account, given, { dryRun: true }),
    onSuccess: setChecked,
  });
  const save = useChange('disbursements', () => partner.disbursements.saveDestination(account, given));
  if (checked !== undefined) {
    return (
      <Stack gap="md" maw={520} role="group" aria-label={t.checked}>
        <Text size="sm" fw={500}>
          {t.checked}
        </Text>
        <Facts items={bankFacts(checked)} />
        <Text size="sm" c="dimmed">
          {checked.written_name === checked.name ? t.after : `${t.differs} ${t.after}`}
        </Text>
        {save.error !== null && <Problem error={save.error} />}
        <Group gap="xs">
          <Button loading={save.isPending} onClick={() => save.mutate(undefined, { onSuccess: onDone })}>
            {t.save}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={() => setChecked(undefined)}>
            {t.change}
          </Button>
        </Group>
      </Stack>
    );
  }
  const errors = check.error instanceof QuaestorError ? check.error.errors : {};
  const inputs = { draft, onChange: setDraft, labels: t, about: ABOUT, required: REQUIRED, errors };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <Stack gap="md" maw={520}>
        <DraftFields fields={FIELDS} {...inputs} />
        <Checkbox
          label={t.withAddress}
          description={t.aboutAddress}
          checked={hasAddress}
          onChange={({ currentTarget: { checked: isWanted } }) => setHasAddress(isWanted)}
        />
        {hasAddress && <DraftFields fields={ADDRESS} within="address" {...inputs} />}
        {check.error !== null && Object.keys(errors).length === 0 && <Problem error={check.error} />}
        <Group gap="xs">
          <Button type="submit" loading={check.isPending}>
            {t.check}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const toDestination = (draft: Draft<Field>, hasAddress: boolean) =>
  ({
    ...filledOf(draft, FIELDS),
    ...(hasAddress && { address: filledOf(draft, ADDRESS) }),
  }) as NewDisbursementDestination;
