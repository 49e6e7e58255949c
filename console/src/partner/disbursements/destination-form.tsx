import { QuaestorError, type DisbursementDestination, type NewDisbursementDestination } from '@quaestor/sdk';
import { Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { useReads } from '../viewed.ts';
import { whereFacts } from './destination-facts.tsx';
import { ADDRESS, DraftFields, filledOf, type AddressField, type Draft } from './draft-fields.tsx';
import { methodsQuery } from './queries.ts';
import { texts } from './texts.ts';

const { form: t } = texts.bank;

const FIELDS = ['name', 'iban', 'bic'] as const;
type Field = (typeof FIELDS)[number] | AddressField | 'account';

/** The choice of a bank account, beside the codes of other ways to be paid. */
const BANK = 'bank account';

const ABOUT: Draft<Field> = {
  name: t.aboutName,
  iban: t.aboutIban,
  country: t.aboutCountry,
};
const REQUIRED: ReadonlySet<Field> = new Set(['name', 'iban', 'town', 'country', 'account']);

interface DestinationFormProps {
  readonly account: string;
  readonly onDone: () => void;
}

/** The server checks the destination and shows the name as banks get it; then the person saves it. */
export default function DestinationForm({ account, onDone }: DestinationFormProps) {
  const { data: methods = [] } = useQuery(methodsQuery(useReads()));
  const [way, setWay] = useState(BANK);
  const [draft, setDraft] = useState<Draft<Field>>({});
  const [hasAddress, setHasAddress] = useState(false);
  const [checked, setChecked] = useState<DisbursementDestination>();
  const method = methods.find(({ code }) => code === way);
  const given = toDestination(draft, hasAddress, method?.code);
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
        <Facts items={whereFacts(checked)} />
        <Text size="sm" c="dimmed">
          {checked.written_name === (checked.name ?? null) ? t.after : `${t.differs} ${t.after}`}
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
  const labels = { ...t, account: method?.account ?? '' };
  const inputs = { draft, onChange: setDraft, labels, about: ABOUT, required: REQUIRED, errors };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <Stack gap="md" maw={520}>
        {methods.length > 0 && (
          <SegmentedControl
            aria-label={t.way}
            data={[
              { value: BANK, label: t.bankAccount },
              ...methods.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            value={way}
            onChange={setWay}
          />
        )}
        {method === undefined ? (
          <>
            <DraftFields fields={FIELDS} {...inputs} />
            <Checkbox
              label={t.withAddress}
              description={t.aboutAddress}
              checked={hasAddress}
              onChange={({ currentTarget: { checked: isWanted } }) => setHasAddress(isWanted)}
            />
            {hasAddress && <DraftFields fields={ADDRESS} within="address" {...inputs} />}
          </>
        ) : (
          <DraftFields fields={['account']} {...inputs} />
        )}
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

function toDestination(draft: Draft<Field>, hasAddress: boolean, method: string | undefined) {
  if (method !== undefined)
    return { kind: 'external', method, ...filledOf(draft, ['account']) } satisfies NewDisbursementDestination;
  return {
    ...filledOf(draft, FIELDS),
    ...(hasAddress && { address: filledOf(draft, ADDRESS) }),
  } as NewDisbursementDestination;
}
