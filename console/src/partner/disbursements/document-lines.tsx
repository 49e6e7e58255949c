import type { SelfBillingDocument } from '@quaestor/sdk';
import { Group, Stack, Text } from '@mantine/core';
import { Amount } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { PdfButton } from './pdf-button.tsx';
import { texts } from './texts.ts';
import { usePdf, type OpenPdf } from './use-pdf.ts';

const { documents: t } = texts;

interface DocumentLinesProps {
  readonly documents: readonly SelfBillingDocument[];
  readonly open: OpenPdf;
}

/** The few documents of one disbursement. */
export function DocumentLines({ documents, open }: DocumentLinesProps) {
  const save = usePdf(open);
  return (
    <Stack gap="xs">
      {save.error !== null && <Problem error={save.error} />}
      {documents.map(({ number, kind, total, currency }) => (
        <Group key={number} gap="sm" data-document={number}>
          <Text size="sm">{t.line(t.kinds[kind], number)}</Text>
          <Amount value={total} asset={currency} size="sm" />
          <PdfButton number={number} save={save} />
        </Group>
      ))}
    </Stack>
  );
}
