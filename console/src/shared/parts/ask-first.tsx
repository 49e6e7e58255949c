import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { texts } from './texts.ts';

interface AskFirstProps {
  readonly label: string;
  readonly question: string;
  /** The button that does it, named by what it does. */
  readonly confirm: string;
  /** The button that does not. */
  readonly decline?: string;
  readonly isPending: boolean;
  readonly size?: ButtonProps['size'];
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: it asks before it acts. */
export function AskFirst({
  label,
  question,
  confirm,
  decline = texts.keep,
  isPending,
  size = 'sm',
  onConfirm,
}: AskFirstProps) {
  const [asks, setAsks] = useState(false);
  const act = () => {
    setAsks(false);
    onConfirm();
  };
  if (!asks && !isPending) {
    return (
      <Button variant="default" size={size} onClick={() => setAsks(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm" w={{ base: '100%', xs: 'auto' }}>
        {question}
      </Text>
      <Button variant="default" size={size} disabled={isPending} onClick={() => setAsks(false)}>
        {decline}
      </Button>
      <Button color="red" size={size} loading={isPending} onClick={act}>
        {confirm}
      </Button>
    </Group>
  );
}
