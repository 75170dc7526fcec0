import { type RawBuilder, sql } from 'kysely'

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Walks from webhook to webhook through the index of what is due: one step for each, however many deliveries it has. The
 * first entry of a webhook is the one that is due first.
 */
export function selectDueWebhooks(
  now: number,
  after: string | undefined,
  limit: number,
): RawBuilder<{ id: string }> {
  const first = (lastId: RawBuilder<unknown>) => sql`(
    select deliveries.webhook_id from deliveries
    where deliveries.due_at is not null and deliveries.webhook_id > ${lastId}
    order by deliveries.webhook_id, deliveries.due_at limit 1)`
  return sql`with recursive waiting (webhook_id) as (
    select ${first(sql`${after ?? BEFORE_ALL}`)}
    union all
    select ${first(sql`waiting.webhook_id`)} from waiting where waiting.webhook_id is not null
  )
  select webhooks.id from waiting join webhooks on webhooks.id = waiting.webhook_id
  where webhooks.status = 'active' and (webhooks.rest_until is null or webhooks.rest_until <= ${now})
    and exists (select 1 from deliveries where deliveries.webhook_id = waiting.webhook_id and deliveries.due_at <= ${now})
  limit ${limit}`
}
