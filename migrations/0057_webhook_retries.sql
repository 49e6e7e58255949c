-- A delivery is named by its message, and what is parked is looked for among all that was delivered.
create unique index webhook_event_message on webhook_event (message_id);
create index webhook_delivery_parked on webhook_delivery (destination_id, event_id) where state = 'PARKED';

-- How many messages were ever sent, by what came of them. Deliveries themselves are forgotten after a while.
create table webhook_tally (
  outcome text primary key,
  attempts bigint not null
);
