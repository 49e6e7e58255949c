import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { Copy } from '../parts/index.ts';
import { texts } from './texts.ts';

export interface ShownOnceProps {
  readonly title: string;
  /** What to do with it, and what happens if it is lost. */
  readonly about: string;
  readonly value: string;
  /** What is copied, such as `the secret`. */
  readonly what: string;
  readonly onClose: () => void;
}

export default function ShownOnceDialog({ title, about, value, what, onClose }: ShownOnceProps) {
  const isStored = useRef(false);
  useBlocker({
    // The end of the session takes the person away all the same.
    shouldBlockFn: ({ next }) => !isStored.current && next.fullPath !== '/sign-in',
    enableBeforeUnload: () => !isStored.current,
  });
  const close = () => {
    isStored.current = true;
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">{about}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code
            block
            flex={1}
            miw={0}
            data-secret
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {value}
          </Code>
          <Copy value={value} what={what} />
        </Group>
        <Group>
          <Button onClick={close}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
