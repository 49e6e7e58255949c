-- selectCompulsory
select "kind"
from "notice_compulsory"
where "tenant" = $1 and "service" = $2;
