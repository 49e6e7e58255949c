import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { QuaestorError, type NewNoticeChat } from '@quaestor/sdk';
import { texts } from './texts.ts';

const { chat: t } = texts;
const FORMATS = ['slack', 'telegram', 'json'] as const;

interface ChatValues {
  readonly format: NewNoticeChat['format'];
  readonly url: string;
  readonly recipient: string;
}

export const EMPTY_CHAT: ChatValues = { format: 'slack', url: '', recipient: '' };

/** As the server takes it: only Telegram needs the id of a chat. */
export const targetOf = ({ format, url, recipient }: ChatValues): NewNoticeChat => ({
  format,
  url,
  ...(format === 'telegram' && { recipient }),
});

/** What is wrong with the fields; undefined if the error is another one. */
export function chatFaults(error: Error | null): Readonly<Record<string, readonly string[]>> | undefined {
  const faults = error instanceof QuaestorError ? error.errors : {};
  return 'url' in faults || 'recipient' in faults || 'name' in faults ? faults : undefined;
}

interface ChatFieldsProps<Values extends ChatValues> {
  readonly form: UseFormReturnType<Values>;
  readonly faults: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Where a chat takes messages. */
export function ChatFields<Values extends ChatValues>({ form, faults }: ChatFieldsProps<Values>) {
  return (
    <>
      <NativeSelect
        label={t.format}
        data={FORMATS.map((value) => ({ value, label: t.formats[value] }))}
        {...form.getInputProps('format')}
      />
      <TextInput
        label={t.url}
        type="url"
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.getInputProps('url')}
        error={faults?.['url']?.join('; ')}
      />
      {form.values.format === 'telegram' && (
        <TextInput
          label={t.recipient}
          required
          withAsterisk={false}
          {...form.getInputProps('recipient')}
          error={faults?.['recipient']?.join('; ')}
        />
      )}
    </>
  );
}
