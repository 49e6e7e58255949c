/**
 * The service worker of the console. It shows messages and opens what they are about, behind sign-in and passkey. It
 * answers no request of a page and stores nothing.
 * @type {any}
 */
const scope = globalThis;

scope.addEventListener('push', (event) => {
  const { id, title, text, path } = event.data.json();
  const options = { body: text, tag: id, icon: 'icon-192.png', data: { path } };
  event.waitUntil(scope.registration.showNotification(title, options));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** A page that shows something else stays as it is: it may have a form that somebody fills in. */
async function open(path) {
  const { origin } = scope.location;
  const url = new URL(path, origin);
  if (url.origin !== origin) return;
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = pages.find((page) => page.url === url.href);
  await (shown ? shown.focus() : scope.clients.openWindow(url.href));
}
