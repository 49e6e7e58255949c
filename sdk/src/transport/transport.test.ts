import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { clientCredentials, password, token } from '../auth.ts';
import { ConnectionError, QuaestorError, StepUpRequiredError, UnavailableError } from '../errors/index.ts';
import { answerJson, answerProblem, cut, serve } from '../testing/serve.ts';
import { Transport } from './transport.ts';

const READ = { spec: { method: 'GET', path: '/things' } };
const CREATE = { spec: { method: 'POST', path: '/things', isRecognised: true }, body: { reference: 'r-1' } };
const VOTE = { spec: { method: 'POST', path: '/votes' }, body: { vote: 'APPROVE' } };
const KEYED = { spec: { method: 'POST', path: '/exports', takesKey: true }, body: {} };

/** Answers in turn: with the functions given, then with 200. */
async function serveInTurn(...turns: Parameters<typeof serve>[0][]) {
  return serve((request, response) => {
    const turn = turns.shift();
    if (turn) return turn(request, response);
    answerJson(response, 200, { ok: true });
  });
}

beforeEach(() => {
  // Short pauses before repeats.
  vi.spyOn(Math, 'random').mockReturnValue(0.05);
});

describe('a call that can be repeated', () => {
  it.each([
    READ,
    CREATE,
    KEYED,
    { spec: { method: 'PUT', path: '/things' } },
    { spec: { method: 'DELETE', path: '/things' } },
  ])(
    'such as $spec.method $spec.path survives a cut connection, an answer cut in the middle, 503 and a proxy that is lost',
    async (call) => {
      const { url, received } = await serveInTurn(
        (_request, response) => cut(response),
        (_request, response) => {
          response.writeHead(200, { 'content-length': '100' }).write('{"ok":');
          setTimeout(() => cut(response), 20);
        },
        (_request, response) =>
          answerProblem(response, 503, 'unavailable', { headers: { 'retry-after': '0' } }),
        (_request, response) => void response.writeHead(502).end('<html>Bad gateway</html>'),
      );
      expect((await new Transport({ url }).request(call)).body).toEqual({ ok: true });
      expect(received).toHaveLength(5);
      expect(new Set(received.map(({ body }) => body)).size).toBe(1);
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    },
  );

  it('waits as long as the server asks for', async () => {
    const { url } = await serveInTurn((_request, response) =>
      answerProblem(response, 429, 'rate_limited', { headers: { 'retry-after': '1' } }),
    );
    const startMs = performance.now();
    await new Transport({ url }).request(READ);
    expect(performance.now() - startMs).toBeGreaterThan(990);
  });

  it.each([
    ['more than a minute', '61', {}],
    ['longer than its deadline', '5', { timeout: 2_000 }],
  ])('does not wait %s', async (_title, seconds, options) => {
    const { url, received } = await serve((_request, response) =>
      answerProblem(response, 503, 'unavailable', { headers: { 'retry-after': seconds } }),
    );
    const error = await new Transport({ url }).request(READ, options).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(received).toHaveLength(1);
  });

  it('is given up after the retries of the client', async () => {
    const { url, received } = await serve((_request, response) => cut(response));
    await expect(new Transport({ url, retries: 2 }).request(READ)).rejects.toBeInstanceOf(ConnectionError);
    expect(received).toHaveLength(3);
  });

  it.each([400, 404, 409, 422, 500])('is not repeated after %d', async (status) => {
    const code = { 400: 'validation_failed', 404: 'not_found', 409: 'conflict', 422: 'unprocessable' }[
      status
    ];
    const { url, received } = await serve((_request, response) =>
      answerProblem(response, status, code ?? 'internal'),
    );
    await expect(new Transport({ url }).request(READ)).rejects.toBeInstanceOf(QuaestorError);
    expect(received).toHaveLength(1);
  });
});

describe('a call that the server cannot recognise as a repeat', () => {
  it.each([
    ['a cut connection', cutIt],
    [
      '503',
      (_request: unknown, response: Parameters<typeof cut>[0]) => answerProblem(response, 503, 'unavailable'),
    ],
    [
      '429',
      (_request: unknown, response: Parameters<typeof cut>[0]) =>
        answerProblem(response, 429, 'rate_limited'),
    ],
  ])('is never repeated after %s', async (_title, turn) => {
    const { url, received } = await serveInTurn(turn);
    await expect(new Transport({ url }).request(VOTE)).rejects.toBeInstanceOf(QuaestorError);
    expect(received).toHaveLength(1);
  });
});

function cutIt(_request: unknown, response: Parameters<typeof cut>[0]): void {
  cut(response);
}

describe('an idempotency key', () => {
  it('is new for every call, the one given, and only sent where it is declared', async () => {
    const { url, received } = await serveInTurn();
    const transport = new Transport({ url });
    await transport.request(KEYED);
    await transport.request(KEYED);
    await transport.request(KEYED, { idempotencyKey: 'mine' });
    await transport.request(CREATE);
    const [first, second, third, fourth] = received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).not.toBe(first);
    expect([third, fourth]).toEqual(['mine', undefined]);
  });
});

describe('a call ends', () => {
  it('with an error of its own when its time is over', async () => {
    const { url } = await serve(() => {});
    const error = await new Transport({ url })
      .request(READ, { timeout: 50 })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'deadline_exceeded', status: undefined });
  });

  it('when its caller gives up, also while it waits to repeat', async () => {
    const { url, received } = await serve((_request, response) =>
      answerProblem(response, 503, 'unavailable', { headers: { 'retry-after': '30' } }),
    );
    const controller = new AbortController();
    const call = new Transport({ url }).request(READ, { signal: controller.signal });
    await expect.poll(() => received.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect(new Transport({ url }).request(READ, { signal: controller.signal })).rejects.toThrow(
      'enough',
    );
    expect(received).toHaveLength(1);
  });
});

describe('client credentials', () => {
  const TOKEN = '/oauth/token';
  const tokens = (lifetime: number) => {
    let issued = 0;
    return serve(async ({ url, headers }, response) => {
      if (url === TOKEN) {
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        issued += 1;
        answerJson(response, 200, {
          access_token: `t${issued}`,
          expires_in: lifetime,
          token_type: 'Bearer',
          scope: '',
        });
        return;
      }
      if (headers.authorization === 'Bearer t1' && url === '/expired') {
        answerProblem(response, 401, 'token_expired', {
          headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
        });
        return;
      }
      answerJson(response, 200, { token: headers.authorization });
    });
  };

  it('get one token for many calls at once, with the secret in the header', async () => {
    const { url, received } = await tokens(300);
    const transport = new Transport({ url, auth: clientCredentials('désk', 'p:w') });
    const answers = await Promise.all(Array.from({ length: 20 }, () => transport.request(READ)));
    expect(answers.every(({ body }) => (body as { token: string }).token === 'Bearer t1')).toBe(true);
    const asked = received.filter(({ url }) => url === TOKEN);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toBe('grant_type=client_credentials');
    expect(Buffer.from(asked[0]?.headers.authorization?.slice(6) ?? '', 'base64').toString()).toBe(
      'désk:p:w',
    );
  });

  it('get a new token before the old one expires', async () => {
    const { url, received } = await tokens(0);
    const transport = new Transport({ url, auth: clientCredentials('desk', 'secret') });
    await transport.request(READ);
    expect((await transport.request(READ)).body).toEqual({ token: 'Bearer t2' });
    expect(received).toHaveLength(4);
  });

  it('get one new token when the server refuses the old one, and send every call again, even a vote', async () => {
    const { url, received } = await tokens(300);
    const transport = new Transport({ url, auth: clientCredentials('desk', 'secret') });
    const expired = { spec: { method: 'POST', path: '/expired' } };
    const answers = await Promise.all([transport.request(expired), transport.request(expired)]);
    expect(answers.map(({ body }) => body)).toEqual([{ token: 'Bearer t2' }, { token: 'Bearer t2' }]);
    expect(received.filter(({ url }) => url === TOKEN)).toHaveLength(2);
  });

  it('are not sent to public operations', async () => {
    const { url, received } = await tokens(300);
    await new Transport({ url, auth: clientCredentials('desk', 'secret') }).request({
      spec: { method: 'GET', path: '/healthz', isPublic: true },
    });
    expect(received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/healthz', undefined],
    ]);
  });
});

describe('a given token', () => {
  it('is not renewed, but the function that gets one is called again', async () => {
    const { url } = await serve(({ headers }, response) => {
      if (headers.authorization === 'Bearer new') return answerJson(response, 200, {});
      answerProblem(response, 401, 'unauthenticated', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    });
    await expect(new Transport({ url, auth: token('old') }).request(READ)).rejects.toMatchObject({
      status: 401,
    });
    const supply = ['old', 'new'];
    await new Transport({ url, auth: token(() => supply.shift() ?? '') }).request(READ);
  });
});

describe('a person', () => {
  it('signs in with the code of the app when the server asks for it, and again when the session has ended', async () => {
    let sessions = 0;
    const { url, received } = await serve(({ url, body, headers }, response) => {
      if (url === '/auth/sign-in') {
        if (!body.includes('code')) return answerProblem(response, 401, 'second_factor_required');
        sessions += 1;
        response
          .writeHead(204, { 'set-cookie': `__Host-quaestor-trading=s${sessions}; Path=/; Secure` })
          .end();
        return;
      }
      if (headers.cookie === '__Host-quaestor-trading=s1' && sessions === 1 && url === '/ended') {
        return answerProblem(response, 401, 'token_expired', {
          headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
        });
      }
      answerJson(response, 200, {
        cookie: headers.cookie,
        origin: headers.origin,
        console: headers['x-quaestor-console'],
      });
    });
    const codes = ['111111', '222222'];
    const auth = password({ login: 'ada', password: 'pw', code: () => codes.shift() ?? '' });
    const transport = new Transport({ url, auth });
    expect((await transport.request(READ)).body).toEqual({
      cookie: '__Host-quaestor-trading=s1',
      origin: url,
      console: 'sdk',
    });
    expect((await transport.request({ spec: { method: 'POST', path: '/ended' } })).body).toMatchObject({
      cookie: '__Host-quaestor-trading=s2',
    });
    expect(
      received.filter(({ body }) => body.includes('code')).map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([
      { login: 'ada', password: 'pw', code: '111111' },
      { login: 'ada', password: 'pw', code: '222222' },
    ]);
  });
});

/** Asks for a proof, and takes the code 123456. */
const desk = () =>
  serve(({ url, method, body, headers }, response) => {
    if (url === '/auth/proofs/p-1' && method === 'GET')
      return answerJson(response, 200, { approves: {}, publicKey: null, app: true });
    if (url === '/auth/proofs/p-1') {
      if (body !== '{"code":"123456"}') return answerProblem(response, 401, 'unauthenticated');
      response.writeHead(204).end();
      return;
    }
    if (headers['x-quaestor-proof'] === 'p-1') return answerJson(response, 201, { done: true });
    answerProblem(response, 403, 'step_up_required', { proof: 'p-1', approves: { amount: '5' } });
  });

describe('a step that must be confirmed', () => {
  it('throws its challenge without a callback', async () => {
    const { url } = await desk();
    const error = await new Transport({ url }).request(VOTE).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StepUpRequiredError);
    expect(error).toMatchObject({ proof: 'p-1', approves: { amount: '5' } });
  });

  it('is sent again with the proof after the callback has answered; a wrong code can be corrected', async () => {
    const { url, received } = await desk();
    const seen: unknown[] = [];
    const codes = ['000000', '123456'];
    const transport = new Transport({
      url,
      timeout: 3_000,
      confirm: async ({ approves, options, refused }) => {
        // People take longer than the deadline of a call.
        const takesMs = refused ? 0 : 3_100;
        await new Promise((resolve) => {
          setTimeout(resolve, takesMs);
        });
        seen.push([approves, await options(), refused?.code]);
        return { code: codes.shift() ?? '' };
      },
    });
    expect((await transport.request(KEYED)).body).toEqual({ done: true });
    expect(seen).toEqual([
      [{ amount: '5' }, { approves: {}, publicKey: null, app: true }, undefined],
      [{ amount: '5' }, { approves: {}, publicKey: null, app: true }, 'unauthenticated'],
    ]);
    const keys = received
      .filter(({ url }) => url === '/exports')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('throws its challenge when the person gives up', async () => {
    const { url } = await desk();
    const transport = new Transport({ url, confirm: () => Promise.resolve(undefined) });
    await expect(transport.request(VOTE)).rejects.toBeInstanceOf(StepUpRequiredError);
  });
});

describe('errors', () => {
  it('have the fields of the problem, how to fix it, and narrow by their code', async () => {
    const { url } = await serve((_request, response) =>
      answerProblem(response, 400, 'validation_failed', { errors: { amount: ['is required'] }, offset: 3 }),
    );
    const error = await new Transport({ url }).request(READ).catch((error: unknown) => error);
    if (!(error instanceof QuaestorError)) throw error;
    switch (error.code) {
      case 'validation_failed':
        expectTypeOf(error.status).toEqualTypeOf<number>();
        expectTypeOf(error.problem.offset).toEqualTypeOf<number | undefined>();
        break;
      case 'step_up_required':
        expectTypeOf(error.proof).toEqualTypeOf<string>();
        break;
      default:
    }
    expect(error).toMatchObject({
      name: 'ValidationFailedError',
      status: 400,
      problem: { offset: 3 },
      detail: 'It is validation_failed.',
      errors: { amount: ['is required'] },
      traceId: '0af7651916cd43dd8448eb211c80319c',
      fix: 'Fix every field named in `errors` and send the request again.',
      message: 'It is validation_failed.\n  amount: is required',
    });
  });

  it.each(['<html>', '{"code":"of_a_newer_version"}', 'null', '{"code":"constructor"}'])(
    'that Quaestor did not write, such as %s, are of a class of their own',
    async (body) => {
      const { url } = await serve((_request, response) => void response.writeHead(418).end(body));
      const error = await new Transport({ url }).request(READ).catch((error: unknown) => error);
      expect(error).toMatchObject({ code: 'unexpected_answer', status: 418, cause: body });
    },
  );
});

describe('a request', () => {
  it('has its parameters encoded and leaves out what is undefined', async () => {
    const { url, received } = await serveInTurn();
    await new Transport({ url: `${url}/` }).request({
      spec: { method: 'GET', path: '/things/{id}/{name}' },
      path: { id: 'a/b', name: 'ü' },
      query: { group_by: ['day', 'a,b'], q: 'x AND y', from: undefined, n: 0 },
    });
    expect(received[0]?.url).toBe('/things/a%2Fb/%C3%BC?group_by=day,%22a%2Cb%22&q=x%20AND%20y&n=0');
  });

  it('waits for the facts that this client has sent', async () => {
    const { url, received } = await serveInTurn((_request, response) =>
      answerJson(response, 200, {}, { 'x-as-of': '2024-06-01T12:00:00.000Z' }),
    );
    const transport = new Transport({ url });
    await transport.request(KEYED);
    await transport.request({ spec: { method: 'GET', path: '/reports', takesAsOf: true } });
    expect(received[1]?.headers['x-as-of']).toBe('2024-06-01T12:00:00.000Z');
  });
});
