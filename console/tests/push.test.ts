import { expect, it } from 'vitest';
import { systemClock } from '../../src/kernel/index.ts';
import { openPushService } from '../../src/platform/notices/testing/push-service.ts';
import { aWithdrawal } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

const { desk, api, visit } = await openDesk();
const visitor = await visit('anton');
const { page, context } = visitor;

/** The public key that browsers subscribe with. */
const publicKey = await page.evaluate(
  // oxlint-disable-next-line eslint/no-restricted-globals -- runs in the page
  async () => ((await (await fetch('/notices/settings')).json()) as { pushKey: string }).pushKey,
);
const service = await openPushService(systemClock, publicKey);
const { subscription, received } = await service.subscribe('anton');

/** The push service of a browser is on the internet, so one of this machine stands in its place; all else is real. */
await context.addInitScript(({ endpoint, p256dh, auth }) => {
  const SWITCH = 'is-subscribed';
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    async unsubscribe() {
      localStorage.removeItem(SWITCH);
      return true;
    },
  };
  const current = () => (localStorage.getItem(SWITCH) === null ? null : subscription);
  Object.assign(PushManager.prototype, {
    async subscribe(options: { applicationServerKey: string; userVisibleOnly: boolean }) {
      localStorage.setItem(SWITCH, JSON.stringify(options));
      return subscription;
    },
    getSubscription: async () => current(),
  });
}, subscription);
await context.grantPermissions(['notifications'], { origin: desk.url });

const shown = (): Promise<{ title: string; body: string; path: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      path: (data as { path: string }).path,
    }));
  });

it('a console can be installed', async () => {
  const devtools = await context.newCDPSession(page);
  await page.goto(`${desk.url}/console/`);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], expect.stringContaining('/console/assets/')]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The browsers of tests have no profile to install into.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

it('a person switches messages on in a browser, which shows one and leads to its screen', async () => {
  await page.goto(`${desk.url}/console/security`);
  await page.getByRole('button', { name: 'Get messages in this browser' }).click();
  await page.getByText('(this browser)').waitFor();
  await page.getByText('No message yet.').waitFor();
  await checkScreen(visitor);
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('is-subscribed') ?? '') as object),
  ).toEqual({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  expect(await page.content()).not.toContain(subscription.endpoint);

  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('push-1'));
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1);
  const [{ message } = { message: undefined }] = received;
  expect(message).toMatchObject({ title: 'A withdrawal waits for your vote' });
  expect(JSON.stringify(message)).not.toContain('push-1');

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${desk.url}/console/`);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const deliver = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: desk.url,
      registrationId,
      data: JSON.stringify(message),
    });
  await deliver();
  await deliver();
  const wanted = { title: message?.title, body: message?.text, path: message?.path };
  await expect.poll(shown, { timeout: 60_000 }).toEqual([wanted]);

  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  // Only a hand can open a window, so this one says which it would open.
  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerScope;
    const [notification] = await scope.registration.getNotifications();
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => resolve(url);
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  });
  expect(await shown()).toEqual([]);
  await page.goto(opened);
  await page.getByText('push-1').first().waitFor();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

interface ServiceWorkerScope extends EventTarget {
  readonly registration: { getNotifications(): Promise<readonly object[]> };
  readonly clients: { openWindow: (url: string) => Promise<void> };
  readonly NotificationEvent: new (type: string, init: { notification: object | undefined }) => Event;
}

it('a message that leads elsewhere opens nothing', async () => {
  const [worker] = context.serviceWorkers();
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerScope & {
      readonly registration: { showNotification(title: string, options: object): Promise<void> };
    };
    const urls: string[] = [];
    scope.clients.openWindow = async (url) => void urls.push(url);
    for (const path of ['//evil.example/x', 'https://evil.example/', '/console/withdrawals']) {
      await scope.registration.showNotification(path, { data: { path } });
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
      while ((await scope.registration.getNotifications()).length > 0) continue;
    }
    while (urls.length === 0) await scope.registration.getNotifications();
    return urls;
  });
  expect(opened).toEqual([`${desk.url}/console/withdrawals`]);
});

it('a person removes a browser, and a sign-out ends the messages of this one', async () => {
  await page.goto(`${desk.url}/console/security`);
  const messages = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Messages' }) });
  await messages.getByText(/Took a message/).waitFor();
  await messages.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Get messages in this browser' }).click();
  await page.getByText('(this browser)').waitFor();
  await page.getByRole('button', { name: 'anton' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('is-subscribed'))).toBe(null);
});
