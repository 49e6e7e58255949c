import { Button } from '@mantine/core';
import { IconDownload } from '../../shared/icons/index.ts';
import { texts } from './texts.ts';
import type { usePdf } from './use-pdf.ts';

const { documents: t } = texts;

interface PdfButtonProps {
  /** Of the document. */
  readonly number: string;
  readonly save: ReturnType<typeof usePdf>;
}

export const PdfButton = ({ number, save }: PdfButtonProps) => (
  <Button
    variant="default"
    size="compact-xs"
    leftSection={<IconDownload size={14} />}
    aria-label={t.pdfOf(number)}
    loading={save.isPending && save.variables === number}
    onClick={() => save.mutate(number)}
  >
    {t.pdf}
  </Button>
);
