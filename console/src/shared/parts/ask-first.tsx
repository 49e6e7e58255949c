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
  const [state, setState] = useState<'asks' | 'answered'>();
  const act = () => {
    setState('answered');
    onConfirm();
  };
  if (state !== 'asks' && !isPending) {
    return (
      <Button
        variant="default"
        size={size}
        // The focus comes back to where the question was asked.
        autoFocus={state === 'answered'}
        onClick={() => setState('asks')}
      >
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="group" aria-label={question}>
      <Text size="sm" w={{ base: '100%', xs: 'auto' }}>
        {question}
      </Text>
      {/* The safe answer has the focus, and screen readers say the question with it. */}
      <Button
        variant="default"
        size={size}
        autoFocus
        disabled={isPending}
        onClick={() => setState('answered')}
      >
        {decline}
      </Button>
      <Button color="red" size={size} loading={isPending} onClick={act}>
        {confirm}
      </Button>
    </Group>
  );
}
