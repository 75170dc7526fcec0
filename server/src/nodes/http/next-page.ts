import { isJsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed } from '#ports/index.ts'
import type { Paginate } from './http-parameters.ts'
import { type RequestPlan, setQuery } from './request-plan.ts'

/** The response for one page. */
export interface Page {
  /** Counts from 1. */
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
}

/** The request for the first page. */
export function firstPage(paginate: Paginate, plan: RequestPlan): RequestPlan {
  if (paginate.mode !== 'page') return plan
  return withQuery(plan, paginate.page_param ?? 'page', String(paginate.start_page ?? 1))
}

/** The items of a page, or its body if `items` is not set. */
export function itemsOf({ items }: Paginate, body: JsonValue): readonly JsonValue[] | NodeFailed {
  if (items === undefined) return [body]
  const found = readPath(body, items)
  if (Array.isArray(found)) return found as readonly JsonValue[]
  return failPaging(`\`${items}\` in the response must be a list, but it is ${nameJsonType(found)}`)
}

/** The request for the next page; undefined after the last one. */
export function nextPage(
  paginate: Paginate,
  plan: RequestPlan,
  page: Page,
): RequestPlan | NodeFailed | undefined {
  switch (paginate.mode) {
    case 'next_link':
      return followLink(paginate, plan, page)
    case 'page': {
      const number = (paginate.start_page ?? 1) + page.number
      return withQuery(plan, paginate.page_param ?? 'page', String(number))
    }
    case 'cursor':
      return followCursor(paginate, plan, page)
    default:
      return paginate.mode satisfies never
  }
}

/** Numbered pages end with the first page whose list is empty. */
export function isPastLastPage(paginate: Paginate, body: JsonValue): boolean | NodeFailed {
  if (paginate.mode !== 'page') return false
  const list = paginate.items === undefined ? body : readPath(body, paginate.items)
  if (Array.isArray(list)) return list.length === 0
  return failPaging(
    paginate.items === undefined
      ? 'the response is not a list. Set `paginate.items` to the path of the list'
      : `\`${paginate.items}\` in the response must be a list, but it is ${nameJsonType(list)}`,
  )
}

function followLink({ next }: Paginate, plan: RequestPlan, page: Page): RequestPlan | NodeFailed | undefined {
  const link = next === undefined ? readLinkHeader(page.headers['link'] ?? '') : readPath(page.body, next)
  if (link === undefined || link === null || link === '' || link === false) return undefined
  const url = typeof link === 'string' ? URL.parse(link, plan.url.href) : null
  if (url === null) return failPaging('the URL of the next page is invalid')
  // The headers and body, which may contain secrets, are meant for this server only.
  if (url.origin !== plan.url.origin) {
    return failPaging(`the next page is on ${url.origin} instead of ${plan.url.origin}`)
  }
  if (url.href === plan.url.href) return failPaging('the URL of the next page is the URL of this page')
  return { ...plan, url }
}

function followCursor(
  paginate: Paginate,
  plan: RequestPlan,
  { body }: Page,
): RequestPlan | NodeFailed | undefined {
  const { cursor: path, cursor_param: name = 'cursor' } = paginate
  if (path === undefined) {
    return refuseParameter(
      'The parameter `paginate.cursor` is missing. Set it to the path of the cursor in the body.',
    )
  }
  const cursor = readPath(body, path)
  if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return undefined
  if (typeof cursor !== 'string' && typeof cursor !== 'number') {
    return failPaging(
      `\`${path}\` in the response must be a string or a number, but it is ${nameJsonType(cursor)}`,
    )
  }
  const next = withQuery(plan, name, String(cursor))
  return next.url.href === plan.url.href
    ? failPaging('the cursor of the next page is the cursor of this page')
    : next
}

function withQuery(plan: RequestPlan, name: string, value: string): RequestPlan {
  return { ...plan, url: setQuery(plan.url, name, value) }
}

/** Reads a `Link` header (RFC 8288); undefined when it has no link to the next page. */
function readLinkHeader(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>((?:[^,"]|"[^"]*")*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters)
    const words = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/)
    if (words.includes('next')) return target
  }
  return undefined
}

function readPath(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const key of path.split('.')) {
    if (Array.isArray(found)) found = (found as readonly JsonValue[])[Number(key)]
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}

function failPaging(problem: string): NodeFailed {
  return {
    ok: false,
    code: 'PAGINATION_FAILED',
    message: `Pagination failed: ${problem}.`,
    permanent: true,
  }
}
