import { PreconditionFailedError } from '@quaestor/sdk';
import { Button, Stack, Text } from '@mantine/core';
import { Note } from '../parts/index.ts';
import { texts } from './texts.ts';

/** Says that somebody else changed what the person edits, and what they can do now. */
export const Overtaken = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Note>
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{texts.overtaken}</Text>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {texts.loadNewest}
      </Button>
    </Stack>
  </Note>
);

/** What the note does not say already. */
export const otherError = (error: Error | null, isOvertaken: boolean): Error | null =>
  isOvertaken && error instanceof PreconditionFailedError ? null : error;
