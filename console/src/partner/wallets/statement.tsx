import type { WalletAccount } from '@quaestor/sdk';
import { Button, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { IconDownload } from '../../shared/icons/index.ts';
import { Select } from '../../shared/form/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Facts, Section } from '../../shared/parts/index.ts';
import { today } from '../../shared/period/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { downloadBlob } from '../../shared/table/index.ts';
import { formatMonth } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { monthsWith } from './months.ts';
import { statementQuery } from './queries.ts';
import { walletSearch } from './search.ts';
import { texts } from './texts.ts';

const { statement: t } = texts;

/** A month of the ledger from the opening to the closing balance. */
export function Statement({ account: { id, currency } }: { account: WalletAccount }) {
  const reads = useReads();
  const { search, change } = useAddress(walletSearch);
  const months = monthsWith(search.month, today());
  const month = months.find((known) => known === search.month) ?? months[0] ?? '';
  const { data, error } = useQuery(statementQuery(reads, id, month));
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'pdf') => {
      const file = await reads.wallets.statementFile(id, month, format);
      downloadBlob(t.file(id, month, format), await new Response(file).blob());
    },
  });
  const problem = error ?? save.error;
  return (
    <Section title={t.title} description={t.description}>
      <Group align="flex-end" gap="xs">
        <Select
          label={t.month}
          data={months.map((value) => ({ value, label: formatMonth(value) }))}
          value={month}
          allowDeselect={false}
          w={{ base: '100%', xs: 200 }}
          onChange={(value) => change({ month: value ?? undefined })}
        />
        {(['pdf', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {t[format]}
          </Button>
        ))}
      </Group>
      {problem !== null && <Problem error={problem} />}
      {error === null && data === undefined && <Skeleton height={96} />}
      {data !== undefined && (
        <Facts
          items={[
            [t.opening, <Amount key="opening" value={data.opening_balance} asset={currency} />],
            [t.entries, t.count(data.lines.length)],
            [
              t.sum,
              <Amount
                key="sum"
                value={new Big(data.closing_balance).minus(data.opening_balance).toFixed()}
                asset={currency}
              />,
            ],
            [t.closing, <Amount key="closing" value={data.closing_balance} asset={currency} />],
          ]}
        />
      )}
    </Section>
  );
}
