import type { AuditEntry } from '@quaestor/sdk';
import { Group, Stack, Text } from '@mantine/core';
import { Panel } from '../panel/index.ts';
import { CodeBlock, Copy, Facts } from '../parts/index.ts';
import { formatTime, sentenceOf, nameOf } from '../text/index.ts';
import { texts } from './texts.ts';

export function AuditDetail({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { at, actor, action, subject, traceId, callerTraceId, seq, hash, details } = entry;
  const { facts, pending } = texts.detail;
  return (
    <Panel title={sentenceOf(action)} onClose={onClose}>
      <Facts
        items={[
          [facts.at, formatTime(at)],
          [facts.actor, nameOf(`${actor.kind}:${actor.id}`)],
          [facts.action, action],
          [facts.subject, copied(subject.id, texts.detail.subject, texts.subject(subject.kind, subject.id))],
          [facts.trace, copied(traceId, texts.detail.trace)],
          [facts.callerTrace, callerTraceId],
          [facts.seq, seq ?? pending],
          [facts.hash, hash ?? pending],
        ]}
      />
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {texts.detail.record}
        </Text>
        <CodeBlock>{JSON.stringify(details, null, 2)}</CodeBlock>
      </Stack>
    </Panel>
  );
}

const copied = (value: string, what: string, shown = value) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <span>{shown}</span>
    <Copy value={value} what={what} />
  </Group>
);
