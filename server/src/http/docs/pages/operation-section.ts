import type { MediaType, Response } from '../openapi/open-api-document.ts'
import { curlLine } from './curl-line.ts'
import { describeBounds, describeFields, describeType, type FieldRow } from './describe-fields.ts'
import type { DocumentReader, PlacedOperation } from './document-reader.ts'
import { type Fragment, html, type Html, prose } from '../html.ts'
import { codeBlock, fieldsTable, jsonBlock, methodBadge, section } from './page-parts.ts'

export function operationSection(placed: PlacedOperation, reader: DocumentReader, base: string): Html {
  const { method, path, operation } = placed
  const responses = reader.responses(operation)
  const successes = responses
    .filter(([status]) => status.startsWith('2'))
    .toSorted(([, a], [, b]) => Number(needsPreference(a)) - Number(needsPreference(b)))
  const title = html`${operation.summary}${operation['x-extension'] === true && EXTENSION}`
  const scope = operation.security[0]?.['apiKey']?.[0]
  return section(
    3,
    operation.operationId,
    title,
    html`<div class="operation">
      <div class="told">
        <p class="route">${methodBadge(method)} <code>/v1${path}</code></p>
        ${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
        <p class="scope">Scope <code>${scope}</code></p>
        ${parameterTable('path', placed, reader)}${parameterTable('query', placed, reader)}${bodyTable(placed, reader)}${parameterTable('header', placed, reader)}
        ${successes.map(([status, response]) => answerTable(status, response, reader))}
        ${errorList(responses)}
      </div>
      <div class="shown">
        ${codeBlock('Request', curlLine({ method, path, operation, base }))}${successes.map(
          ([status, response]) => exampleAnswer(status, response),
        )}
      </div>
    </div>`,
  )
}

const JSON_TYPE = 'application/json'
const EXTENSION = html` <span class="extension">extension</span>`

const PLACES = { path: 'In the path', query: 'In the query', header: 'In the headers' } as const

function parameterTable(
  place: keyof typeof PLACES,
  { operation }: PlacedOperation,
  reader: DocumentReader,
): Fragment {
  const rows: FieldRow[] = reader
    .parameters(operation)
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }) => ({
      path: name,
      type: describeType(schema, reader.schema),
      required,
      description,
      notes: describeBounds(schema),
    }))
  return rows.length > 0 && fieldsTable(PLACES[place], rows)
}

function bodyTable({ operation }: PlacedOperation, reader: DocumentReader): Fragment {
  const schema = jsonOf(operation.requestBody)?.schema
  if (schema === undefined) return undefined
  const optional = operation.requestBody?.required === false
  return fieldsTable(optional ? 'Body (may be left out)' : 'Body', describeFields(schema, reader.schema))
}

function answerTable(status: string, response: Response, reader: DocumentReader): Html {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(response.content)
  const rows = describeFields(schema, reader.schema).filter(({ path }) => path !== 'success')
  const extra = Object.keys(response.headers ?? {}).filter((name) => !name.startsWith('X-'))
  return html`<details class="answer">
    <summary><span class="status good">${status}</span> <span>${prose(response.description)}</span></summary>
    ${extra.length > 0 && html`<p class="notes">Headers: ${prose(extra.map((name) => `\`${name}\``).join(', '))}</p>`}
    ${
      type === JSON_TYPE
        ? fieldsTable(`Answer ${status}`, rows)
        : html`<p class="notes">${prose(`\`${type}\`: ${schema.description ?? ''}`)}</p>`
    }
  </details>`
}

function errorList(responses: readonly [string, Response][]): Html {
  const errors = responses.filter(([status]) => !status.startsWith('2'))
  return html`<details class="answer">
    <summary><span class="status bad">4xx · 5xx</span> <span>What can go wrong</span></summary>
    <ul class="errors">
      ${errors.map(([status, response]) => {
        const code = codeOf(response)
        return html`<li>
          <span class="status bad">${status}</span> <a href="/docs/errors#${code}"><code>${code}</code></a>
          <span>${prose(response.description)}</span>
        </li>`
      })}
    </ul>
  </details>`
}

function codeOf(response: Response): string {
  const parts = jsonOf(response)?.schema.allOf ?? []
  const found = parts.find((part) => part.properties?.['error']?.properties?.['code']?.const !== undefined)
  return String(found?.properties?.['error']?.properties?.['code']?.const)
}

/** Only a request that asked for it is answered so; the usual answer is shown first. */
function needsPreference({ headers }: Response): boolean {
  return headers?.['Preference-Applied'] !== undefined
}

function exampleAnswer(status: string, response: Response): Fragment {
  const example = Object.values(response.content)[0]?.example
  const title = html`Answer <span class="status good">${status}</span>${
      needsPreference(response) && html` to <code>Prefer: wait</code>`
    }`
  if (typeof example === 'string') return codeBlock(title, example)
  return example !== undefined && jsonBlock(title, example)
}

function jsonOf(holder: { content: Readonly<Record<string, MediaType>> } | undefined): MediaType | undefined {
  return holder?.content[JSON_TYPE]
}
