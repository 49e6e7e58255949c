import type { BatchSummary } from '@quaestor/sdk';
import { Alert, Group, Text } from '@mantine/core';
import { IconCheck } from '../../shared/icons/index.ts';
import { formatInteger } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

const { summary: t } = texts;

/** What a batch brought, or would bring. */
export function Summary({ summary, isDryRun = false }: { summary: BatchSummary; isDryRun?: boolean }) {
  const { accepted, repeated, replaced } = summary;
  const figures = [
    [t.accepted, accepted],
    [t.repeated, repeated],
    [t.replaced, replaced],
  ] as const;
  return (
    <Alert
      role="status"
      variant="outline"
      icon={<IconCheck size={18} />}
      title={
        <Text c="var(--mantine-color-text)" inherit>
          {isDryRun ? t.checked : t.stored}
        </Text>
      }
    >
      <Group gap="xl">
        {figures.map(([label, count]) => (
          <div key={label}>
            <Text size="xl" fw={600}>
              {formatInteger(count)}
            </Text>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
          </div>
        ))}
      </Group>
    </Alert>
  );
}
