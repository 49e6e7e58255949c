import { useParams } from '@tanstack/react-router';
import { NewWebhook, Webhook } from '../../shared/webhooks/index.ts';
import { texts } from './texts.ts';

export { Webhooks } from '../../shared/webhooks/index.ts';

export const NewWebhookScreen = () => <NewWebhook events={texts.events} />;

export function WebhookScreen() {
  const { id } = useParams({ from: '/signed-in/webhooks/$id' });
  return <Webhook id={id} events={texts.events} />;
}
