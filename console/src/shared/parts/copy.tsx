import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '../icons/index.ts';
import { texts } from './texts.ts';

/** Copies an id, an address or a secret. */
export function Copy({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value} timeout={1_500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={copied ? texts.copied : texts.copy(what)}
          title={copied ? texts.copied : texts.copy(what)}
          onClick={(event) => {
            event.stopPropagation();
            copy();
          }}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
