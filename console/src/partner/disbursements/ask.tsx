import { QuaestorError, type DisbursementBalance, type NewDisbursement } from '@quaestor/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Big } from 'big.js';
import { useState } from 'react';
import { openRepeats, useChange } from '../../shared/change/index.ts';
import { say } from '../../shared/messages/index.ts';
import { groupDigits, readAmount, writeAmount } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { texts } from './texts.ts';

const { ask: t } = texts;

/** Asks for money of an account, and shows what remains. */
export function Ask({ balance: { account_id, available, currency } }: { balance: DisbursementBalance }) {
  const navigate = useNavigate();
  const [amount, setAmount] = useState('');
  const typed = readAmount(amount, currency);
  const given = positive(typed);
  const [repeats] = useState(openRepeats);
  const ask = useChange('disbursements', (request: NewDisbursement) =>
    repeats(request, (options) => partner.disbursements.request(request, options)),
  );
  const remains = given && new Big(available).minus(given);
  const fault =
    amount === ''
      ? undefined
      : remains === undefined
        ? t.bad
        : remains.lt(0)
          ? t.most(groupDigits(available), currency)
          : undefined;
  const refused = ask.error instanceof QuaestorError ? ask.error.errors['amount']?.join('; ') : undefined;
  if (new Big(available).eq(0)) {
    return (
      <Section title={t.title}>
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(
            { account_id, amount: typed ?? '' },
            {
              onSuccess: ({ number }) =>
                void navigate({ to: '/disbursements/$number', params: { number: String(number) } }).then(() =>
                  say({ text: t.asked }),
                ),
            },
          );
        }}
      >
        <Stack gap="sm" maw={520}>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label={t.amount}
              description={t.about(groupDigits(available), currency)}
              required
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              style={{ flex: 1 }}
              rightSection={currency}
              rightSectionWidth={56}
              value={amount}
              onChange={({ currentTarget: { value } }) => setAmount(value)}
              aria-describedby="remains"
              aria-invalid={fault !== undefined}
            />
            <Button variant="default" onClick={() => setAmount(writeAmount(available))}>
              {t.max}
            </Button>
          </Group>
          <Text
            id="remains"
            size="sm"
            c={fault === undefined ? 'dimmed' : 'var(--mantine-color-error)'}
            aria-live="polite"
          >
            {fault ??
              refused ??
              (remains !== undefined && t.remains(groupDigits(remains.toFixed()), currency))}
          </Text>
          {ask.error !== null && refused === undefined && <Problem error={ask.error} />}
          <Group>
            <Button
              type="submit"
              disabled={given === undefined || fault !== undefined}
              loading={ask.isPending}
            >
              {t.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** Of at most so many digits as the server takes; undefined for anything else. */
const positive = (decimal = ''): Big | undefined =>
  /^\d{1,30}(\.\d{1,8})?$/.test(decimal) && new Big(decimal).gt(0) ? new Big(decimal) : undefined;
