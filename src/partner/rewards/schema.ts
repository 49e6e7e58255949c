import { Type } from 'typebox';

const TICKET = '[1-9][0-9]{0,15}';

export const SERVER_PARAMS = Type.Object(
  {
    server: Type.String({
      pattern: '^[^:]{1,64}$',
      'x-form': 'the name of a trading server',
      description: 'The trading server.',
      examples: ['real-1'],
    }),
    order_id: Type.String({
      pattern: `^${TICKET}$`,
      'x-form': 'the digits of a ticket',
      description: 'The number of the order on it.',
      examples: ['123456'],
    }),
  },
  { additionalProperties: false },
);

/** A ticket alone is enough where only one server has it. */
export const ORDER_OR_TICKET_PARAMS = Type.Object(
  {
    order_id: Type.String({
      pattern: `^([^:]{1,64}:)?${TICKET}$`,
      'x-form': 'server:ticket, or the ticket alone',
      description:
        'The trading server and the number of the order on it; the number alone where no other server has it.',
      examples: ['real-1:123456'],
    }),
  },
  { additionalProperties: false },
);

export const ORDER_PARAMS = Type.Object(
  {
    order_id: Type.String({
      pattern: `^[^:]{1,64}:${TICKET}$`,
      'x-form': 'server:ticket',
      description: 'The trading server and the number of the order on it.',
      examples: ['real-1:123456'],
    }),
  },
  { additionalProperties: false },
);

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const number = (description: string, example: number) => Type.Number({ description, examples: [example] });
const maybe = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });
const datetime = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] });

const COMMON = {
  order_id: text('Server and ticket.', 'real-1:123456'),
  symbol: text('What was traded.', 'EURUSD'),
  currency: text('The currency of the partner account, and so of `reward`.', 'EUR'),
  client_account_type: text('The type of the client account.', 'standard'),
  volume_lots: number('The volume in lots.', 1.5),
  volume_mln_usd: number('The volume in millions of USD.', 0.16275),
  reward_usd: maybe('The reward; null while a value that its formula needs is missing.', 12.75),
  reward: maybe('The same in `currency`, at the rate of the day on which it was closed.', 11.774625),
  open_spread: maybe('The spread at opening, in points.', 1.2),
  close_spread: maybe('The spread at closing, in points.', 1.4),
  bonus_k: number('(equity − credit) ÷ equity at closing, to 18 decimals; 1 if the order has no equity.', 1),
  open_date: datetime('When it was opened.', '2024-03-04T10:00:00.000Z'),
  close_date: datetime('When it was closed.', '2024-03-04T15:30:00.000Z'),
};

export const FOREX_DETAIL = Type.Object(
  {
    ...COMMON,
    formula_code: text('Always formula_forex here.', 'formula_forex'),
    base_currency: text('The base currency of the symbol.', 'EUR'),
    reward_size_currency: text('The currency of `reward_size`.', 'USD'),
    close_by_coef: text(
      'Open commission ÷ open spread revenue, in USD, for an order that an opposite one closed, to 18 ' +
        'decimals; else 1.',
      '1',
    ),
    reward_size: maybe('The reward for one lot.', 8.5),
    level: Type.Integer({ description: 'The reward level.', examples: [3] }),
  },
  { additionalProperties: false, title: 'ForexOrderDetail' },
);

export const CFD_DETAIL = Type.Object(
  {
    ...COMMON,
    formula_code: text('Always formula_cfd here.', 'formula_cfd'),
    reward_percentage: maybe('What part of the commission is paid.', 33.33),
    contract_commission_usd: maybe('The commission of the contract.', 7.5),
    reward_k: maybe('The coefficient of the reward.', 1),
  },
  { additionalProperties: false, title: 'CfdOrderDetail' },
);
