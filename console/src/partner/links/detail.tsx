import type { Link as PartnerLink } from '@quaestor/sdk';
import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { IconDownload } from '../../shared/icons/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Copy, Facts, Note, Section, type Fact } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { QrCode } from '../../shared/qr/index.ts';
import { downloadBlob } from '../../shared/table/index.ts';
import { formatInteger, formatTime } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { MARKS, withMarks, type Marks } from './with-marks.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

interface LinkDetailProps {
  readonly code: string;
  readonly onClose: () => void;
}

export default function LinkDetail({ code, onClose }: LinkDetailProps) {
  const reads = useReads();
  const { data, error } = useQuery({
    queryKey: ['links', reads.of, 'one', code],
    queryFn: async ({ signal }) => {
      const { links } = await reads.links.list({ q: code, limit: 1000 }, { signal });
      return links.find(({ link_code }) => link_code === code) ?? null;
    },
  });
  return (
    <Panel title={code} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {error === null && data === undefined && <Skeleton height={320} />}
      {data === null && <Note>{t.missing}</Note>}
      {data && (
        <>
          <Facts items={factsOf(data)} />
          <TextLink to="/clients" search={{ link: code }} size="sm">
            {t.showClients}
          </TextLink>
          {data.address === null ? (
            <Note>{texts.address.none}</Note>
          ) : (
            <Address code={code} address={data.address} />
          )}
        </>
      )}
    </Panel>
  );
}

const factsOf = (row: PartnerLink): Fact[] => [
  [t.facts.campaign, row.campaign_title ?? row.campaign_code ?? t.noCampaign],
  [t.facts.account, row.partner_account],
  [t.facts.clicks, formatInteger(row.click_count)],
  [t.facts.lastClick, row.last_clicked_at === null ? t.never : formatTime(row.last_clicked_at)],
  [t.facts.clients, formatInteger(row.clients_count)],
];

const FEW = 4;

/** The address with the marks that the partner adds, as text and as QR code. */
function Address({ code, address }: { code: string; address: string }) {
  const [marks, setMarks] = useState<Marks>({});
  const [isWhole, setIsWhole] = useState(false);
  const drawn = useRef<HTMLDivElement>(null);
  const marked = withMarks(address, marks);
  const save = () => {
    const svg = drawn.current?.querySelector('svg');
    if (!svg) return;
    const content = new XMLSerializer().serializeToString(svg);
    downloadBlob(texts.address.file(code), new Blob([content], { type: 'image/svg+xml' }));
  };
  return (
    <Section title={texts.address.title} description={texts.address.description}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {MARKS.slice(0, isWhole ? MARKS.length : FEW).map((name) => (
          <TextInput
            key={name}
            label={texts.marks[name]}
            placeholder={texts.examples[name]}
            maxLength={256}
            autoComplete="off"
            value={marks[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setMarks((present) => ({ ...present, [name]: value }))
            }
          />
        ))}
      </SimpleGrid>
      <Group>
        <Button variant="default" size="compact-sm" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? texts.fewer : texts.more}
        </Button>
      </Group>
      <Stack gap={4}>
        <Group gap={4}>
          <Text size="sm" fw={500}>
            {texts.address.address}
          </Text>
          <Copy value={marked} what={texts.address.what} />
        </Group>
        <Text size="sm" ff="monospace" data-address style={{ overflowWrap: 'anywhere' }}>
          {marked}
        </Text>
      </Stack>
      <Group align="flex-end" gap="md">
        <div ref={drawn}>
          <QrCode text={marked} label={texts.address.qrCode} />
        </div>
        <Button variant="default" size="compact-sm" leftSection={<IconDownload size={14} />} onClick={save}>
          {texts.address.download}
        </Button>
      </Group>
    </Section>
  );
}
