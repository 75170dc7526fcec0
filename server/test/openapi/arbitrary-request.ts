import fc from 'fast-check'
import type { JsonSchema } from '#http/openapi/open-api-document.ts'
import { arbitraryValue, nearlyValid, oddText } from './arbitrary-value.ts'
import type { ServedDocument, ServedOperation } from './served-document.ts'

/** The id to use is chosen when the request is sent, because the existing resources change with every request. */
export type PathId =
  | { readonly kind: 'existing'; readonly index: number }
  | { readonly kind: 'fresh' }
  | { readonly kind: 'text'; readonly text: string }

export type SentBody =
  | { readonly kind: 'absent' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'raw'; readonly text: string; readonly type: string | undefined }

export interface ArbitraryRequest {
  readonly ids: readonly PathId[]
  readonly query: readonly (readonly [string, string])[]
  readonly body: SentBody
  readonly headers: Readonly<Record<string, string>>
  readonly key: 'valid' | 'none' | 'unknown' | 'narrow'
}

/** Requests that the document allows for an operation, and requests that it almost allows. */
export function arbitraryRequest(
  operation: ServedOperation,
  document: ServedDocument,
): fc.Arbitrary<ArbitraryRequest> {
  const pathIds = operation.parameters.filter((parameter) => parameter.in === 'path')
  return fc.record({
    ids: fc.tuple(...pathIds.map(() => arbitraryId())),
    query: arbitraryQuery(operation, document),
    body: arbitraryBody(operation, document),
    headers: arbitraryHeaders(operation),
    key: fc.oneof(
      { weight: 40, arbitrary: fc.constant('valid' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'unknown' as const, 'narrow' as const) },
    ),
  })
}

/** The example request of the document, on a resource created for it. */
export function exampleRequest(operation: ServedOperation): ArbitraryRequest {
  const example = operation.body?.example
  return {
    ids: operation.parameters.filter((parameter) => parameter.in === 'path').map(() => ({ kind: 'fresh' })),
    query: [],
    body: example === undefined ? { kind: 'absent' } : { kind: 'json', value: example },
    headers: {},
    key: 'valid',
  }
}

function arbitraryId(): fc.Arbitrary<PathId> {
  const text = fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
    fc.uuid().map((id) => id.slice(0, -1)),
    oddText()
      .filter((odd) => !['', '.', '..'].includes(odd))
      .map(encode),
    fc.constantFrom('%zz', '%00', '%2F', '*', 'null', 'undefined', '0', '-1', 'a'.repeat(4_000)),
  )
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('existing' as const), index: fc.nat(1_000) }) },
    { weight: 4, arbitrary: fc.constant<PathId>({ kind: 'fresh' }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('text' as const), text }) },
  )
}

function arbitraryQuery(
  operation: ServedOperation,
  document: ServedDocument,
): fc.Arbitrary<[string, string][]> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const known = parameters.map(({ name, schema }) => {
    const valid = arbitraryValue(document.inline(schema)).map(String)
    const value = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: oddText() })
    const pair = value.map((text): [string, string] => [name, text])
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 4, arbitrary: fc.tuple(pair) },
      { weight: 1, arbitrary: fc.tuple(pair, pair) },
    )
  })
  const unknown = fc.array(fc.tuple(fc.constantFrom('page[]', '__proto__', 'x', ''), oddText()), {
    maxLength: 1,
  })
  return fc.tuple(unknown, ...known).map((parts) => parts.flat())
}

function arbitraryBody(operation: ServedOperation, document: ServedDocument): fc.Arbitrary<SentBody> {
  const absent = fc.constant<SentBody>({ kind: 'absent' })
  if (operation.method === 'GET') return absent
  const raw = fc.oneof(
    fc.record({
      kind: fc.constant('raw' as const),
      text: fc.oneof(
        fc.constantFrom(
          '',
          '{',
          '{"a":1,}',
          '[]',
          'null',
          '"text"',
          '1e999',
          '{"__proto__":{}}',
          '{"a":"\\ud800"}',
        ),
        fc.constant(`{"input":${'['.repeat(80)}${']'.repeat(80)}}`),
        oddText(),
      ),
      type: fc.constantFrom(
        'application/json',
        'application/json; charset=latin1',
        'text/plain',
        '',
        undefined,
      ),
    }),
    fc.constant<SentBody>({ kind: 'raw', text: `"${'x'.repeat(1024 * 1024)}"`, type: 'application/json' }),
  )
  const schema: JsonSchema | undefined = operation.body && document.inline(operation.body.schema)
  if (schema === undefined) {
    return fc.oneof({ weight: 4, arbitrary: absent }, { weight: 1, arbitrary: raw })
  }
  const json = (arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map((value): SentBody => ({ kind: 'json', value }))
  const example = operation.body?.example
  return fc.oneof(
    { weight: 10, arbitrary: json(arbitraryValue(schema)) },
    { weight: 10, arbitrary: json(nearlyValid(arbitraryValue(schema))) },
    { weight: 6, arbitrary: json(nearlyValid(fc.constant(example))) },
    { weight: 4, arbitrary: json(fc.constant(example)) },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: absent },
  )
}

function arbitraryHeaders(operation: ServedOperation): fc.Arbitrary<Record<string, string>> {
  const values: Record<string, fc.Arbitrary<string>> = {
    'Idempotency-Key': fc.oneof(headerText(), fc.constantFrom('again', 'k'.repeat(255), 'k'.repeat(256), '')),
    'If-Match': fc.oneof(headerText(), fc.constantFrom('*', '"1"', '"2"', 'W/"1"', '"0", "1"')),
    Range: fc.oneof(
      headerText(),
      fc.constantFrom('bytes=0-0', 'bytes=1-', 'bytes=-1', 'bytes=9-', 'bytes=-0'),
    ),
    Prefer: fc.oneof(headerText(), fc.constantFrom('wait=1', 'wait=0', 'respond-async, wait="1"', 'wait=-1')),
  }
  const own = operation.parameters.filter((parameter) => parameter.in === 'header')
  const model = Object.fromEntries(own.map(({ name }) => [name, values[name] ?? headerText()]))
  return fc.record({ ...model, 'X-Request-Id': headerText() }, { requiredKeys: [] })
}

/** What a header can carry over the wire: printable Latin-1. */
function headerText(): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).filter(isPrintable).map(toCharacter),
    maxLength: 40,
  })
}

function isPrintable(code: number): boolean {
  return code < 0x7f || code >= 0xa0
}

function toCharacter(code: number): string {
  return String.fromCodePoint(code)
}

/** A lone surrogate cannot be encoded in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
