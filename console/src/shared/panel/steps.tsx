import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../problem/index.ts';

interface PanelPartProps {
  readonly title: string;
  readonly error: Error | null;
  readonly children: ReactNode;
}

/** A part of a panel under its own heading. */
export const PanelPart = ({ title, error, children }: PanelPartProps) => (
  <Stack gap="sm" component="section">
    <Divider />
    <Title order={3} size="h5">
      {title}
    </Title>
    {error !== null && <Problem error={error} />}
    {children}
  </Stack>
);

interface SaveProps {
  readonly label: string;
  /** What a change brings about. */
  readonly about: string;
  readonly isUnchanged: boolean;
  readonly change: { readonly isPending: boolean; readonly error: Error | null; readonly mutate: () => void };
}

/** Saves what a part of a panel was changed to. */
export const Save = ({ label, about, isUnchanged, change: { isPending, error, mutate } }: SaveProps) => (
  <>
    {error !== null && <Problem error={error} />}
    <Group gap="sm">
      <Button disabled={isUnchanged} loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Group>
  </>
);

interface StepProps {
  readonly about?: string;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly change: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A step that the second factor of the person confirms, whose dialog says what they confirm. */
export const Step = ({ about, label, isDanger = false, change }: StepProps) => (
  <>
    {about !== undefined && (
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    )}
    <Group>
      <Button
        variant="default"
        {...(isDanger && { c: 'var(--mantine-color-error)' })}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {label}
      </Button>
    </Group>
  </>
);
