import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stillProfile } from './testing/profile.ts';
import { encodeState } from './encode.ts';
import { openExchange, type Exchange } from './open.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'exchange-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

let now = 0;
const open = (seed = '1'): Exchange =>
  openExchange({
    name: 'test',
    seed,
    terms: stillProfile.terms,
    directory,
    clock: { now: () => new Date(now++) },
  });

function trade(exchange: Exchange, count: number): void {
  for (let number = 0; number < count; number++) {
    const clientOrderId = `${exchange.state.commands}`;
    const side = number % 2 === 0 ? 'buy' : 'sell';
    exchange.execute('place', {
      clientOrderId,
      symbol: 'BTC-USDT',
      side,
      type: 'limit',
      price: '60000',
      quantity: '1',
    });
  }
}

function stateAfterRestart(): string {
  const exchange = open('another seed, which must not count');
  const state = encodeState(exchange.state);
  exchange.close();
  return state;
}

describe('an exchange on disk', () => {
  it('restores its state from any number of commands', () => {
    for (const count of [0, 1, 7]) {
      const exchange = open();
      exchange.execute('tick', { count: 2 });
      trade(exchange, count);
      const state = encodeState(exchange.state);
      exchange.close();
      expect(stateAfterRestart()).toBe(state);
    }
  });

  it('restores its state from a snapshot and the commands after it, and the journal stays short', () => {
    const exchange = open();
    trade(exchange, 2_100);
    const state = encodeState(exchange.state);
    exchange.close();
    expect(readFileSync(join(directory, 'journal.ndjson'), 'utf8').split('\n')).toHaveLength(101);
    expect(stateAfterRestart()).toBe(state);
  });

  it('does nothing twice when it died between the snapshot and the emptying of the journal', () => {
    const journal = join(directory, 'journal.ndjson');
    const exchange = open();
    trade(exchange, 1_999);
    copyFileSync(journal, `${journal}.before`);
    trade(exchange, 1);
    const state = encodeState(exchange.state);
    exchange.close();
    expect(readFileSync(journal, 'utf8')).toBe('');
    copyFileSync(`${journal}.before`, journal);
    expect(stateAfterRestart()).toBe(state);
  });

  it('records nothing that it refused', () => {
    const exchange = open();
    expect(() => exchange.execute('cancel', { clientOrderId: 'none' })).toThrow(/There is no order/);
    expect(exchange.state.commands).toBe(0);
    exchange.close();
    expect(readFileSync(join(directory, 'journal.ndjson'), 'utf8')).toBe('');
  });

  it('refuses everything once its journal cannot be written', () => {
    const exchange = open();
    exchange.close();
    expect(() => trade(exchange, 1)).toThrow(/EBADF/);
    expect(() => trade(exchange, 1)).toThrow(/must be restarted/);
    expect(JSON.parse(stateAfterRestart())).toMatchObject({ commands: 0 });
  });

  it('starts from the old snapshot when a new one was not finished', () => {
    const exchange = open();
    trade(exchange, 3);
    const state = encodeState(exchange.state);
    exchange.close();
    writeFileSync(join(directory, 'snapshot.json.new'), '{"half');
    expect(stateAfterRestart()).toBe(state);
  });
});
