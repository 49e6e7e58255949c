-- selectReachablePartners
select distinct "tenant", partner_uid as "partner"
from "credential"
where "kind" = $1 and "revoked_at" is null and (tenant, partner_uid) > ($2, $3) and exists (
          select from notice_reach as reach
          where reach.person = credential.name and reach.channel = any($4::text[]))
order by "tenant", "partner"
limit $5;
