import { Anchor, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CodeBlock } from '../parts/index.ts';
import { describeStep, type Steps, type Values } from './describe-step.ts';
import { texts } from './texts.ts';

interface ApprovedProps {
  readonly approves: Values;
  /** Steps of one service. */
  readonly steps?: Steps;
  /** Shown below the sentences. */
  readonly children?: ReactNode;
}

/** What a person confirms, in sentences. What the server records is one click away. */
export function Approved({ approves, steps, children }: ApprovedProps) {
  const { what, lines = [], consequence } = describeStep(approves, steps);
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {what}
      </Text>
      {lines.map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      {children}
      {consequence !== undefined && <Text size="sm">{consequence}</Text>}
      <Recorded approves={approves} />
    </Stack>
  );
}

/** The record of the step, as the server signs and keeps it. */
export function Recorded({ approves }: { approves: Values }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Stack gap="xs" align="flex-start">
      <Anchor component="button" type="button" size="sm" onClick={() => setIsShown(!isShown)}>
        {isShown ? texts.hideRecord : texts.showRecord}
      </Anchor>
      {isShown && <CodeBlock>{JSON.stringify(approves, null, 2)}</CodeBlock>}
    </Stack>
  );
}
