import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { IconCircleCheck } from '../../shared/icons/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { NOUN } from './queries.ts';
import { texts } from './texts.ts';
import { WithBank } from './with-bank.tsx';

const { files: t } = texts;

/** Writes what is approved into a file for a bank, and says what is not in it and what to look at. */
export function Seal() {
  const [bank, setBank] = useState<string>();
  const seal = useChange(NOUN, (code: string) => partner.managedDisbursements.seal({ bank: code }));
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <WithBank bank={bank} onChange={setBank}>
          {(code) => (
            <Button loading={seal.isPending} onClick={() => seal.mutate(code)}>
              {t.seal}
            </Button>
          )}
        </WithBank>
      </Group>
      {seal.error !== null && <Problem error={seal.error} />}
      {seal.data !== undefined && (
        <Alert variant="default" role="status" icon={<IconCircleCheck size={18} />}>
          <Text size="sm">
            {t.sealed(
              seal.data.file.number,
              seal.data.file.line_count,
              groupDigits(seal.data.file.total),
              seal.data.file.currency,
            )}
          </Text>
          {seal.data.left_out.length > 0 && (
            <>
              <Text size="sm">{t.leftOut(seal.data.left_out.length)}</Text>
              <List size="sm">
                {seal.data.left_out.map(({ number, reason }) => (
                  <List.Item key={number}>{t.leftOutOne(number, reason)}</List.Item>
                ))}
              </List>
            </>
          )}
          {seal.data.warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
