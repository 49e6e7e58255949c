import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Copy } from '../../shared/parts/index.ts';
import type { Draft } from './draft.ts';
import { readJson, toJson } from './json.ts';
import { texts } from './texts.ts';

const { json: words } = texts;

interface JsonDialogProps {
  readonly draft: Draft;
  readonly onUse: (draft: Draft) => void;
  readonly onClose: () => void;
}

/** The policy as a text, to take it elsewhere or to bring one from there. */
export function JsonDialog({ draft, onUse, onClose }: JsonDialogProps) {
  const [text, setText] = useState(() => toJson(draft));
  const [fault, setFault] = useState<string>();
  const use = () => {
    const found = readJson(text);
    if ('fault' in found) setFault(found.fault);
    else onUse(found.draft);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="md">
        <Text size="sm">{words.about}</Text>
        <Textarea
          label={words.field}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={fault}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setFault(undefined);
          }}
        />
        <Group gap="sm">
          <Button onClick={use}>{words.use}</Button>
          <Copy value={text} what={words.what} />
        </Group>
      </Stack>
    </Modal>
  );
}
