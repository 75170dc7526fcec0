import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeCall, NodeDone, NodeFailed } from '#ports/index.ts'
import type { Paginate } from './http-parameters.ts'
import { firstPage, isBehindTheEnd, itemsOf, nextPage } from './next-page.ts'
import type { RequestPlan } from './request-plan.ts'
import { type Answered, refuseSize, type RequestSender } from './request-sender.ts'

const MAX_BYTES = 1024 * 1024

/** Asks for page after page. Status and headers of the output are those of the last one. */
export async function collectPages(
  sender: RequestSender,
  paginate: Paginate,
  first: RequestPlan,
  present: (answered: Answered) => JsonObject,
  call: Pick<NodeCall, 'log'>,
): Promise<NodeDone | NodeFailed> {
  const mostPages = paginate.max_pages ?? 10
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

    const isEmpty = isBehindTheEnd(paginate, body)
    if (typeof isEmpty === 'object') return isEmpty
    if (isEmpty) return done(number - 1)
    const items = itemsOf(paginate, body)
    if ('ok' in items) return items
    for (const item of items) collected.push(item)
    bytes += answered.bytes
    if (bytes > MAX_BYTES) return refuseSize(`The answers of ${number} pages are together`)

    const next = nextPage(paginate, plan, { number, headers, body })
    if (next === undefined) return done(number)
    if ('ok' in next) return next
    if (number === mostPages) {
      call.log(
        'warn',
        `Stopped after ${number} pages, though there may be more: \`max_pages\` is ${mostPages}.`,
      )
      return done(number)
    }
    plan = next
  }
}
