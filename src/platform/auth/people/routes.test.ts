import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { contextOf, createClock, openProcess } from '../testing/fixture.ts';

test('a person cannot be invited for a partner that does not exist', async () => {
  const database = await createTestDatabase();
  const clock = createClock();
  const { auth } = await openProcess(database, clock);
  const { endpoints } = auth.forService('partner', 'http://127.0.0.1:1', async (uid) => uid === 'p-1');
  const invite = endpoints.find(({ operation }) => operation === 'invitePerson');
  const inviteFor = async (partnerUid: string) =>
    invite?.handle(contextOf(database, clock), {
      params: {},
      query: {},
      headers: {},
      ip: '127.0.0.1',
      body: { login: 'jane', roles: ['partner:partner'], partnerUid },
    });
  await expect(inviteFor('p-2')).rejects.toMatchObject({
    errors: { partnerUid: ['is not a partner: find it with GET /api/manage/partners?q='] },
  });
  expect(await inviteFor('p-1')).toMatchObject({
    status: 202,
    body: { proposal: { details: { partnerUid: 'p-1' } } },
  });
});
