import { type RawBuilder, sql } from 'kysely'
import type { DueEndpoints } from '#ports/index.ts'
import type { Queries } from '../database.ts'

const SMALLEST_ID = '00000000-0000-0000-0000-000000000000'

interface Step {
  endpoint_id: string
  /** Null when the endpoint cannot be sent anything right now. */
  due_id: string | null
}

export async function findDueEndpoints(
  queries: Queries,
  now: number,
  after: string | undefined,
  limit: number,
): Promise<DueEndpoints> {
  const { rows } = await walkEndpoints(now, after, limit).execute(queries)
  return {
    ids: rows.flatMap(({ due_id: id }) => (id === null ? [] : [id])),
    next: rows.length < limit ? undefined : rows.at(-1)?.endpoint_id,
  }
}

/**
 * Steps from endpoint to endpoint through the index of pending deliveries: one step per endpoint, however many deliveries it
 * has, and at most `limit` steps.
 */
export function walkEndpoints(now: number, after: string | undefined, limit: number): RawBuilder<Step> {
  const nextAfter = (endpointId: RawBuilder<unknown>) => sql`(
    select deliveries.endpoint_id from deliveries
    where deliveries.due_at is not null and deliveries.endpoint_id > ${endpointId}
    order by deliveries.endpoint_id, deliveries.due_at limit 1)`
  return sql`with recursive walk (endpoint_id, position) as (
    select ${nextAfter(sql`${after ?? SMALLEST_ID}`)}, 1
    union all
    select ${nextAfter(sql`walk.endpoint_id`)}, position + 1 from walk
    where walk.endpoint_id is not null and position < ${limit}
  )
  select walk.endpoint_id, webhook_endpoints.id as due_id
  from walk left join webhook_endpoints on webhook_endpoints.id = walk.endpoint_id and webhook_endpoints.status = 'active'
    and (webhook_endpoints.rest_until is null or webhook_endpoints.rest_until <= ${now})
    and exists (select 1 from deliveries where deliveries.endpoint_id = walk.endpoint_id and deliveries.due_at <= ${now})
  where walk.endpoint_id is not null
  order by walk.position`
}
