-- Each service has destinations of its own, for its own events.
alter table webhook_destination
  add column service text not null default 'trading' check (service in ('trading', 'partner'));

-- What another system that pays calls the payment.
alter table disbursement add column payment_reference text;

-- What the trading service is asked to send for a disbursement to a chain.
create table disbursement_withdrawal (
  number bigint primary key references disbursement,
  -- The request. It never changes, so that a repeat of it is recognised.
  body jsonb,
  -- When it was sent, until an answer proves what became of it.
  asked_at timestamptz,
  ended_at timestamptz
);

create index disbursement_withdrawal_open on disbursement_withdrawal (number) where ended_at is null;
