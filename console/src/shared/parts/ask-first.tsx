import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { texts } from './texts.ts';

interface AskFirstProps {
  readonly label: string;
  readonly question: string;
  /** The button that does it, named by what it does. */
  readonly confirm: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: it asks before it acts. */
export function AskFirst({ label, question, confirm, isPending, onConfirm }: AskFirstProps) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button variant="default" onClick={() => setAsks(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">{question}</Text>
      <Button variant="default" onClick={() => setAsks(false)}>
        {texts.keep}
      </Button>
      <Button color="red" loading={isPending} onClick={onConfirm}>
        {confirm}
      </Button>
    </Group>
  );
}
