import type { AffiliationCheck as Check } from '@quaestor/sdk';
import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { IconInfoCircle } from '../../shared/icons/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { formatList } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { texts } from './texts.ts';

const { check: t } = texts;
const FIELDS = ['client_uid', 'client_account', 'email'] as const satisfies readonly (keyof Check)[];
type Field = (typeof FIELDS)[number];

/** Finds out whether a client is the partner's. */
export default function AffiliationCheck({ onClose }: { onClose: () => void }) {
  const [field, setField] = useState<Field>('client_uid');
  const [value, setValue] = useState('');
  const check = useMutation({
    mutationFn: () => partner.profile.checkAffiliation({ [field]: value.trim() }),
  });
  return (
    <Panel title={t.title} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Stack gap="md">
          <SegmentedControl
            aria-label={t.by}
            data={FIELDS.map((name) => ({ value: name, label: t.fields[name] }))}
            value={field}
            onChange={(next) => {
              setField(FIELDS.find((name) => name === next) ?? 'client_uid');
              check.reset();
            }}
          />
          <TextInput
            label={t.labels[field]}
            required
            autoComplete="off"
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              check.reset();
            }}
          />
          <Group>
            <Button type="submit" loading={check.isPending} disabled={value.trim() === ''}>
              {t.submit}
            </Button>
          </Group>
        </Stack>
      </form>
      {check.error !== null && <Problem error={check.error} />}
      {check.data !== undefined && (
        <Alert
          role="status"
          variant="outline"
          color={check.data.affiliated ? 'green' : 'gray'}
          icon={<IconInfoCircle size={18} />}
        >
          <Stack gap="xs">
            <Text size="sm">{check.data.affiliated ? t.yes(check.data.clients.length) : t.no}</Text>
            {check.data.clients.map(({ client_uid, client_accounts }) => (
              <div key={client_uid}>
                <TextLink to="/clients/$client" params={{ client: client_uid }} size="sm" fw={500}>
                  {client_uid}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {client_accounts.length === 0 ? t.noAccounts : t.accounts(formatList(client_accounts))}
                </Text>
              </div>
            ))}
          </Stack>
        </Alert>
      )}
    </Panel>
  );
}
