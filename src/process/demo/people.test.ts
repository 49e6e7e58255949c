import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { operatorContext } from '../context.ts';
import { inviteDemoPeople } from './people.ts';

const { db } = await createTestDatabase();

test('processes that start at once all get a link for each person', async () => {
  const starts = Array.from({ length: 6 }, () =>
    inviteDemoPeople(operatorContext(db), 'trading', 'http://desk.example'),
  );
  for (const links of await Promise.all(starts)) {
    expect([...links.keys()]).toEqual(['olivia', 'anton']);
    for (const link of links.values()) expect(link).toMatch(/^http:\/\/desk\.example\/console\/invitation#/);
  }
});
