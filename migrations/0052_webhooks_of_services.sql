-- Each service has destinations of its own, for its own events.
alter table webhook_destination
  add column service text not null default 'trading' check (service in ('trading', 'partner'));

-- What another system that pays calls the payment.
alter table disbursement add column payment_reference text;
