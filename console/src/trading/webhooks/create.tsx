import type { CreateWebhookDestination } from '@quaestor/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../shared/change/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { trading } from '../api.ts';
import WebhookForm from './form.tsx';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';

export function NewWebhook() {
  const navigate = useNavigate();
  const create = useChange('webhooks', (values: CreateWebhookDestination) => trading.webhooks.create(values));
  return (
    <Page title={texts.create.title} description={texts.create.description}>
      <WebhookForm
        initial={{ url: '', events: [] }}
        submit={texts.create.submit}
        isPending={create.isPending}
        error={create.error}
        onSubmit={(values) => create.mutate(values)}
      />
      {create.data !== undefined && (
        <Secret
          secret={create.data.secret}
          onClose={() => void navigate({ to: '/webhooks/$id', params: { id: create.data.id } })}
        />
      )}
    </Page>
  );
}
