/** Sends requests as the page of a service does: with its origin, and with the cookies that it was given. */
export function browserFetch(origin: string, send: typeof fetch = fetch): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('origin', origin);
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') request.headers.set('cookie', cookie);
    const response = await send(request);
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}
