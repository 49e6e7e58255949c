import type { RebateGroup, RebateRunPreview } from '@quaestor/sdk';
import { Group, Text } from '@mantine/core';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { usePages } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { idOfRebate, REBATE_COLUMNS, type Rebate } from './columns.tsx';
import { texts } from './texts.ts';

const { preview: t } = texts;

/** What the run of the current period would pay. */
export function Preview({ group }: { group: RebateGroup }) {
  const { id, rebate_period_start: start, rebate_period_end: end } = group;
  const reads = useReads();
  const { about, ...list } = usePages<Rebate, RebateRunPreview>(
    ['rebates', reads.of, 'one', id, 'preview'],
    async ({ signal, ...page }) => {
      const preview = await reads.rebateGroups.previewRun(id, page, { signal });
      return { rows: preview.rebates, count: preview.count, about: preview };
    },
  );
  return (
    <SectionOfRows
      texts={{ ...t, description: t.description(texts.span(start, end)) }}
      actions={
        about !== undefined &&
        about.amounts.length > 0 && (
          <Group gap="md" data-preview-total>
            <Text size="sm" c="dimmed">
              {t.total}
            </Text>
            {about.amounts.map(({ account_id, amount, currency }) => (
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
