import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { startPartners, until } from '../testing/partners.ts';

const { url, sql } = await createTestDatabase();

test(
  'while the process that writes facts is frozen, callers of another one are answered, and their batch is stored once',
  { timeout: 180_000 },
  async () => {
    const partners = await startPartners(url, 2);
    try {
      const [writer] = partners.processes;
      const reader = partners.processes[1];
      if (!writer?.pid || !reader) throw new Error('Two processes must run.');
      const rows = [{ currency: 'EUR', rate_date: '2024-03-01', per_usd: '0.9' }];
      await until(async () => (await partners.send(reader.url, 'rates', rows))?.status === 200, 30_000);
      const [lease] = await sql<{ holder: string }[]>`select holder from lease where name = 'facts'`;
      process.kill(writer.pid, 'SIGSTOP');
      try {
        const next = [{ ...rows[0], rate_date: '2024-03-02' }];
        // Asked while the frozen process still has the lease: the answer is not its own.
        const answers = await Promise.all(
          Array.from({ length: 4 }, () => partners.send(reader.url, 'rates', next)),
        );
        expect(
          answers.map((answer) => answer?.status).filter((status) => status !== 503 && status !== 200),
        ).toEqual([]);
        await until(async () => (await partners.send(reader.url, 'rates', next))?.status === 200, 30_000);
        const [taken] = await sql<{ holder: string }[]>`select holder from lease where name = 'facts'`;
        expect(taken?.holder).not.toBe(lease?.holder);
      } finally {
        process.kill(writer.pid, 'SIGCONT');
      }
      const [stored] = await sql<
        { count: string }[]
      >`select count(*) as count from batch where kind = 'rates'`;
      expect(stored?.count).toBe('2');
    } finally {
      await partners.close();
    }
  },
);
