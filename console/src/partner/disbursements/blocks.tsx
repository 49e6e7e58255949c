import type { DisbursementBalance, DisbursementBlock, DisbursementDestination } from '@quaestor/sdk';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { Note } from '../../shared/parts/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { destinationsQuery } from './queries.ts';
import { texts } from './texts.ts';

const { blocks: t } = texts;

/** Why the partner cannot ask for money, and what to do about each reason. */
export function Blocks({ balance: { account_id, blocks } }: { balance: DisbursementBalance }) {
  const { data = [] } = useQuery(destinationsQuery(useReads()));
  const own = data.filter((each) => each.account_id === account_id);
  return (
    <Note>
      <Text size="sm" fw={500} mb={6}>
        {t.title}
      </Text>
      <List size="sm">
        {blocks.map((block) => (
          <List.Item key={block.code}>
            {sentencesOf(block, own).join(' ')}
            {block.code === 'document_missing' && (
              <TextLink to="/disbursements/documents" size="sm" display="block">
                {t.agreement}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
    </Note>
  );
}

function sentencesOf(
  { code, reason }: DisbursementBlock,
  destinations: readonly DisbursementDestination[],
): string[] {
  if (code === 'no_destination' && destinations.some(({ status }) => status === 'WAITING')) return [t.waits];
  const from = destinations.find(({ status }) => status === 'CONFIRMED')?.usable_from;
  const said = code === 'cooling_off' && typeof from === 'string' ? t.from(formatTime(from)) : reason;
  return [/[.!?]$/.test(said) ? said : `${said}.`, t.fixes[code]];
}
