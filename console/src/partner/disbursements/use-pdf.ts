import { useMutation } from '@tanstack/react-query';
import { downloadBlob } from '../../shared/table/index.ts';
import { texts } from './texts.ts';

/** Opens the PDF of a document. */
export type OpenPdf = (number: string) => Promise<ReadableStream<Uint8Array>>;

export const usePdf = (open: OpenPdf) =>
  useMutation({
    mutationFn: async (number: string) =>
      downloadBlob(texts.documents.name(number), await new Response(await open(number)).blob()),
  });
