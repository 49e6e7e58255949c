import type { RebateRunExplanation, RebateVerdict } from '@quaestor/sdk';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { TextLink } from '../../shared/link/index.ts';
import { SectionOfRows } from '../../shared/list/index.ts';
import { say } from '../../shared/messages/index.ts';
import { AskFirst, Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { idOfRebate, REBATE_COLUMNS, type Rebate } from './columns.tsx';
import { RunStatus } from './status.tsx';
import { texts } from './texts.ts';

const { run: t } = texts;

/** The rebates of a period, and the decision about them. */
export function RebateRunDetail() {
  const { group, period: periodStart } = useParams({ from: '/signed-in/rebates/$group/runs/$period' });
  const id = Number(group);
  const reads = useReads();
  const mayWrite = useMayWrite('rebates:edit');
  const client = useQueryClient();
  const { about: data, ...list } = usePages<Rebate, RebateRunExplanation>(
    ['rebates', reads.of, 'one', id, 'run', periodStart],
    async ({ signal, ...page }) => {
      const run = await reads.rebateGroups.explainRun(id, periodStart, page, { signal });
      return { rows: run.rebates, count: run.count, about: run };
    },
  );
  const { error } = list;
  const decide = useMutation({
    mutationFn: (decision: RebateVerdict['decision']) =>
      partner.rebateGroups.decideRun(id, periodStart, { decision }),
    onSuccess: (_run, decision) => say({ text: t.done[decision] }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['rebates'] }),
        client.invalidateQueries({ queryKey: ['wallets'] }),
      ]),
  });
  return (
    <Page
      title={t.title(texts.span(periodStart, data?.period_end ?? periodStart))}
      description={
        <TextLink to="/rebates/$group" params={{ group }} size="sm">
          {t.back}
        </TextLink>
      }
    >
      {error !== null && data === undefined && <Problem error={error} />}
      {error === null && data === undefined && <Skeleton height={160} />}
      {data !== undefined && (
        <>
          <Stack gap="sm">
            <RunStatus status={data.status} />
            {decide.error !== null && <Problem error={decide.error} />}
            {data.status === 'approved' && <Text size="sm">{t.approvedNote}</Text>}
            {data.status === 'pending' && mayWrite && (
              <>
                <Text size="sm">{t.about}</Text>
                <Group gap="xs">
                  <Button
                    loading={decide.isPending && decide.variables === 'approve'}
                    onClick={() => decide.mutate('approve')}
                  >
                    {t.approve}
                  </Button>
                  <AskFirst
                    {...t.reject}
                    isPending={decide.isPending && decide.variables === 'reject'}
                    onConfirm={() => decide.mutate('reject')}
                  />
                </Group>
              </>
            )}
          </Stack>
          <SectionOfRows texts={t.rebates} list={list} columns={REBATE_COLUMNS} idOf={idOfRebate} />
        </>
      )}
    </Page>
  );
}
