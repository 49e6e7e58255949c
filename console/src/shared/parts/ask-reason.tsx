import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from './texts.ts';

interface AskReasonProps {
  readonly label: string;
  /** Who reads the reason. */
  readonly about: string;
  /** The button that does it, named by what it does. */
  readonly confirm: string;
  readonly isPending: boolean;
  readonly onConfirm: (reason: string) => void;
}

/** A button for what a person has to give a reason for: it asks before it acts. */
export function AskReason({ label, about, confirm, isPending, onConfirm }: AskReasonProps) {
  const [reason, setReason] = useState<string>();
  if (reason === undefined) {
    return (
      <Button variant="default" onClick={() => setReason('')}>
        {label}
      </Button>
    );
  }
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(reason.trim());
      }}
    >
      <Stack gap="sm" maw={520}>
        <TextInput
          label={texts.reason}
          description={about}
          required
          autoFocus
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Group gap="xs">
          <Button variant="default" disabled={isPending} onClick={() => setReason(undefined)}>
            {texts.keep}
          </Button>
          <Button type="submit" color="red" disabled={reason.trim() === ''} loading={isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
