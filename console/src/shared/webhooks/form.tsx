import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormEnd, type FormEndProps } from '../form/index.ts';
import { texts } from './texts.ts';

const { form: t } = texts;

/** The types of events of a service, and what each means. */
export type EventTexts = Readonly<Record<string, string>>;

export interface Values {
  readonly url: string;
  readonly events: string[];
}

interface WebhookFormProps extends FormEndProps {
  readonly events: EventTexts;
  readonly initial: Values;
  readonly onSubmit: (values: Values) => void;
  readonly onTouch?: () => void;
  /** Shown before the button. */
  readonly note?: ReactNode;
}

/** The URL and the events of a webhook. */
export default function WebhookForm({
  events,
  initial,
  submit,
  isPending,
  error,
  onSubmit,
  onTouch,
  note,
  children,
}: WebhookFormProps) {
  const form = useForm<Values>({
    initialValues: initial,
    onValuesChange: () => onTouch?.(),
    validate: {
      url: (value) => (/^https?:\/\/./.test(value.trim()) ? null : t.giveUrl),
      events: (value) => (value.length === 0 ? t.giveEvents : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ url, ...values }) => onSubmit({ url: url.trim(), ...values }))}>
      <Stack gap="md" maw={520}>
        <TextInput
          label={t.url}
          description={t.urlHint}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label={t.events} required {...form.getInputProps('events')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(events).map(([type, meaning]) => (
              <Checkbox key={type} value={type} label={meaning} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
        {note}
        <FormEnd submit={submit} isPending={isPending} error={error}>
          {children}
        </FormEnd>
      </Stack>
    </form>
  );
}
