const SCOPE = '/console/';

/** Whether this browser can get messages: an iPhone can once the console is on its home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The subscription of this browser, if it has one. */
export async function readPush(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser with the key of the installation. Undefined if the person does not permit it. */
export async function startPush(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  // One of an earlier key, which nobody sends to any more.
  await endPush();
  await navigator.serviceWorker.register(`${SCOPE}worker.js`, { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh, auth };
}

/** After it, nobody who uses this browser sees messages of the person. */
export async function endPush(): Promise<void> {
  await (await readPush())?.unsubscribe();
}

/** By which the server knows a browser. */
export async function fingerprintOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  const href = new TextEncoder().encode(new URL(endpoint).href);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', href));
  return btoa(String.fromCodePoint(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
