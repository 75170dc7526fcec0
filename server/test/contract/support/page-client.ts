import type { TestResponse, TestService } from '#test/support/test-service.ts'

/** Opens and submits hosted forms like a browser without scripts. */
export class PageClient {
  readonly #service: TestService

  constructor(service: TestService) {
    this.#service = service
  }

  get(path: string): Promise<TestResponse> {
    return this.#service.request('GET', path, { key: null })
  }

  send(
    path: string,
    pairs: readonly (readonly [string, string])[] | Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const entries = Array.isArray(pairs) ? (pairs as [string, string][]) : Object.entries(pairs)
    return this.#service.request('POST', path, {
      key: null,
      rawBody: new URLSearchParams(entries).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }
}

/** The value of a control on the page by its name, as a browser would read it. */
export function shownValue(page: string, name: string): string | undefined {
  const tag = [...page.matchAll(/<(?:input|textarea)\b[^>]*>/g)].find(
    ([text]) => attributeOf(text, 'name') === name,
  )
  if (tag === undefined) throw new Error(`There is no control with the name ${name}.`)
  if (!tag[0].startsWith('<textarea')) return attributeOf(tag[0], 'value')
  const rest = page.slice(tag.index + tag[0].length)
  return unescape(rest.slice(0, rest.indexOf('</textarea>'))).replace(/^\n/, '')
}

export function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : unescape(value)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

function unescape(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
