import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeCall, NodeDone, NodeFailed } from '#ports/index.ts'
import type { Paginate } from './http-parameters.ts'
import { firstPage, isPastLastPage, itemsOf, nextPage } from './next-page.ts'
import type { RequestPlan } from './request-plan.ts'
import { type Answered, refuseSize, type RequestSender } from './request-sender.ts'

const MAX_BYTES = 1024 * 1024

interface CollectPagesOptions {
  readonly paginate: Paginate
  readonly present: (answered: Answered) => JsonObject
  readonly log: NodeCall['log']
}

/** Requests one page after another. The status and headers of the output are those of the last page. */
export async function collectPages(
  sender: RequestSender,
  first: RequestPlan,
  { paginate, present, log }: CollectPagesOptions,
): Promise<NodeDone | NodeFailed> {
  const maxPages = paginate.max_pages ?? 10
  const collected: JsonValue[] = []
  let bytes = 0
  let plan = firstPage(paginate, first)
  for (let number = 1; ; number += 1) {
    const answered = await sender.send(plan, number)
    if ('ok' in answered) return answered
    const { headers, body } = answered
    const done = (pages: number): NodeDone => ({
      ok: true,
      output: { ...present(answered), body: collected, pages },
    })

    const isEmpty = isPastLastPage(paginate, body)
    if (typeof isEmpty === 'object') return isEmpty
    if (isEmpty) return done(number - 1)
    const items = itemsOf(paginate, body)
    if ('ok' in items) return items
    for (const item of items) collected.push(item)
    bytes += answered.bytes
    if (bytes > MAX_BYTES)
      return refuseSize(number === 1 ? 'The response is' : `The responses of ${number} pages are together`)

    const next = nextPage(paginate, plan, { number, headers, body })
    if (next === undefined) return done(number)
    if ('ok' in next) return next
    if (number === maxPages) {
      const pages = number === 1 ? '1 page' : `${number} pages`
      log('warn', `Stopped after ${pages} because of \`max_pages\`. There may be more pages.`)
      return done(number)
    }
    plan = next
  }
}
