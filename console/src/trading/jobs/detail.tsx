import type { Job } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { AskFirst, Copy, Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

export function JobDetail({ job, onClose }: { job: Job; onClose: () => void }) {
  const { id, name, state, attempts, maxAttempts, runAt, createdAt, lastError } = job;
  const { detail } = texts;
  const retry = useChange(
    'jobs',
    async () => {
      await trading.jobs.retry(id);
      onClose();
    },
    () => ({ text: detail.retried(name) }),
  );
  const discard = useChange(
    'jobs',
    async () => {
      await trading.jobs.discard(id);
      onClose();
    },
    () => ({ text: detail.discarded(name) }),
  );
  const error = retry.error ?? discard.error;
  return (
    <Panel title={detail.title(name)} onClose={onClose}>
      <Facts
        items={[
          [
            detail.facts.id,
            <Group key="id" gap={4}>
              {id}
              <Copy value={id} what={detail.id} />
            </Group>,
          ],
          [detail.facts.state, texts.states[state]],
          [detail.facts.attempts, texts.attempts(attempts, maxAttempts)],
          [detail.facts.runAt, formatTime(runAt)],
          [detail.facts.created, formatTime(createdAt)],
          [detail.facts.error, lastError ?? detail.none],
        ]}
      />
      {error !== null && <Problem error={error} />}
      {state !== 'running' && (
        <>
          <Text size="sm" c="dimmed">
            {detail.aboutRetry}
          </Text>
          <Group gap="sm">
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              {detail.retry}
            </Button>
            <AskFirst
              label={detail.discard}
              question={detail.askDiscard}
              confirm={detail.confirmDiscard}
              isPending={discard.isPending}
              onConfirm={() => discard.mutate()}
            />
          </Group>
        </>
      )}
    </Panel>
  );
}
