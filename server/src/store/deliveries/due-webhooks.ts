import { type RawBuilder, sql } from 'kysely'
import type { DueWebhooks } from '#ports/index.ts'
import type { Queries } from '../database.ts'

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface Step {
  webhook_id: string
  /** Null: nothing can be sent there right now. */
  due_id: string | null
}

export async function findDueWebhooks(
  queries: Queries,
  now: number,
  after: string | undefined,
  limit: number,
): Promise<DueWebhooks> {
  const { rows } = await walkWebhooks(now, after, limit).execute(queries)
  return {
    ids: rows.flatMap(({ due_id: id }) => (id === null ? [] : [id])),
    next: rows.length < limit ? undefined : rows.at(-1)?.webhook_id,
  }
}

/**
 * Walks from webhook to webhook through the index of what is to be sent: one step for each, however many deliveries it
 * has, and `limit` steps at most.
 */
export function walkWebhooks(now: number, after: string | undefined, limit: number): RawBuilder<Step> {
  const nextAfter = (webhookId: RawBuilder<unknown>) => sql`(
    select deliveries.webhook_id from deliveries
    where deliveries.due_at is not null and deliveries.webhook_id > ${webhookId}
    order by deliveries.webhook_id, deliveries.due_at limit 1)`
  return sql`with recursive walk (webhook_id, position) as (
    select ${nextAfter(sql`${after ?? BEFORE_ALL}`)}, 1
    union all
    select ${nextAfter(sql`walk.webhook_id`)}, position + 1 from walk
    where walk.webhook_id is not null and position < ${limit}
  )
  select walk.webhook_id, webhooks.id as due_id
  from walk left join webhooks on webhooks.id = walk.webhook_id and webhooks.status = 'active'
    and (webhooks.rest_until is null or webhooks.rest_until <= ${now})
    and exists (select 1 from deliveries where deliveries.webhook_id = walk.webhook_id and deliveries.due_at <= ${now})
  where walk.webhook_id is not null
  order by walk.position`
}
