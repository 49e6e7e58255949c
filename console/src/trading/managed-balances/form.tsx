import { QuaestorError, type ManagedBalance, type ManagedBalanceSettings } from '@quaestor/sdk';
import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { FormEnd, type FormEndProps } from '../../shared/form/index.ts';
import { venuesQuery } from '../venues/queries.ts';
import { faultsOf, fieldOf, settingsOf, type Draft } from './draft.ts';
import { Changes } from './changes.tsx';
import { PlaceFields } from './place-fields.tsx';
import { SourcesField } from './sources-field.tsx';
import { texts } from './form-texts.ts';

const AMOUNTS = [
  ['minimum', texts.minimum, texts.aboutMinimum],
  ['target', texts.target, texts.aboutTarget],
  ['maximum', texts.maximum, texts.aboutMaximum],
  ['dailyCap', texts.dailyCap, texts.aboutCap],
] as const;

interface SettingsFormProps extends FormEndProps {
  readonly initial: Draft;
  readonly onSubmit: (place: { venue: string; asset: string }, settings: ManagedBalanceSettings) => void;
  /** Where the balance is chosen too: what is managed already. */
  readonly managed?: readonly ManagedBalance[];
  /** Where it is changed: what is in force. */
  readonly before?: ManagedBalanceSettings | undefined;
  readonly onTouch?: () => void;
  /** Shown before the button. */
  readonly note?: ReactNode;
}

/** What a balance is kept between, where it comes from, and who decides. */
export function SettingsForm({
  initial,
  submit,
  isPending,
  error,
  onSubmit,
  managed,
  before,
  onTouch,
  note,
  children,
}: SettingsFormProps) {
  const { data: venues = [] } = useQuery(venuesQuery());
  const form = useForm<Draft>({
    initialValues: initial,
    validate: faultsOf,
    onValuesChange: () => onTouch?.(),
  });
  const { values, setErrors } = form;
  useEffect(() => {
    if (!(error instanceof QuaestorError)) return;
    const entries = Object.entries(error.errors).map(([name, faults]) => [fieldOf(name), faults.join('; ')]);
    setErrors(Object.fromEntries(entries) as Record<string, string>);
  }, [error, setErrors]);
  return (
    <form
      onSubmit={form.onSubmit((draft) =>
        onSubmit({ venue: draft.venue ?? '', asset: draft.asset ?? '' }, settingsOf(draft)),
      )}
    >
      <Stack gap="lg" maw={640}>
        {managed !== undefined && <PlaceFields form={form} venues={venues} managed={managed} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {AMOUNTS.map(([name, label, about]) => (
            <TextInput
              key={name}
              label={label}
              description={about}
              required
              inputMode="decimal"
              autoComplete="off"
              styles={{ input: { textAlign: 'right' } }}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <SourcesField form={form} venues={venues} />
        <Radio.Group label={texts.acts} {...form.getInputProps('acts')}>
          <Stack gap="xs" mt={6}>
            <Radio value="PROPOSE" label={texts.propose} description={texts.aboutPropose} />
            <Radio value="ALONE" label={texts.alone} description={texts.aboutAlone} />
          </Stack>
        </Radio.Group>
        {managed === undefined && Object.keys(faultsOf(values)).length === 0 && (
          <Changes before={before} after={settingsOf(values)} />
        )}
        {note}
        <FormEnd submit={submit} isPending={isPending} error={error}>
          {children}
        </FormEnd>
      </Stack>
    </form>
  );
}
