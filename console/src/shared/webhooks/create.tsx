import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../change/index.ts';
import { say } from '../messages/index.ts';
import { Page } from '../parts/index.ts';
import { useService } from '../session/index.ts';
import WebhookForm, { type EventTexts, type Values } from './form.tsx';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';

const { create: t } = texts;

export function NewWebhook({ events }: { events: EventTexts }) {
  const { webhooks } = useService();
  const navigate = useNavigate();
  const create = useChange('webhooks', ({ url, events: chosen }: Values) =>
    webhooks.create({ url, events: chosen }),
  );
  const leave = async (id: string, url: string) => {
    await navigate({ to: '/webhooks/$id', params: { id } });
    say({ text: t.created(url) });
  };
  return (
    <Page title={t.title} description={t.description}>
      <WebhookForm
        events={events}
        initial={{ url: '', events: [] }}
        submit={t.submit}
        isPending={create.isPending}
        error={create.error}
        onSubmit={(values) => create.mutate(values)}
      />
      {create.data !== undefined && (
        <Secret secret={create.data.secret} onClose={() => void leave(create.data.id, create.data.url)} />
      )}
    </Page>
  );
}
