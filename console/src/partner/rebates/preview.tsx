import type { RebateGroup } from '@quaestor/sdk';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { usePages } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { idOfRebate, REBATE_COLUMNS, type Rebate } from './columns.tsx';
import { previewQuery } from './queries.ts';
import { texts } from './texts.ts';

const { preview: t } = texts;

/** What the run of the current period would pay. */
export function Preview({ group }: { group: RebateGroup }) {
  const { id, rebate_period_start: start, rebate_period_end: end } = group;
  const reads = useReads();
  const { data: totals } = useQuery(previewQuery(reads, id));
  const list = usePages<Rebate>(
    ['rebates', reads.of, 'one', id, 'preview', 'rows'],
    async ({ signal, ...page }) => {
      const { rebates, count } = await reads.rebateGroups.previewRun(id, page, { signal });
      return { rows: rebates, count };
    },
  );
  return (
    <SectionOfRows
      texts={{ ...t, description: t.description(texts.span(start, end)) }}
      actions={
        totals !== undefined &&
        totals.amounts.length > 0 && (
          <Group gap="md" data-preview-total>
            <Text size="sm" c="dimmed">
              {t.total}
            </Text>
            {totals.amounts.map(({ account_id, amount, currency }) => (
              <Text key={account_id} size="sm" fw={600}>
                <Amount value={amount} asset={currency} />{' '}
                <Text span inherit c="dimmed" fw={400}>
                  {t.from(account_id)}
                </Text>
              </Text>
            ))}
          </Group>
        )
      }
      list={list}
      columns={REBATE_COLUMNS}
      idOf={idOfRebate}
    />
  );
}
