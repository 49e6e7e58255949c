-- What a venue lists as deposits can be compared too.

alter table reconciliation drop constraint reconciliation_kind_check;
alter table reconciliation add constraint reconciliation_kind_check check (kind in ('withdrawals', 'orders', 'deposits'));
