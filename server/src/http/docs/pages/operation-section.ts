import { type Fragment, html, type Html, prose } from '../../public/html.ts'
import type { MediaType, Response } from '../../openapi/open-api-document.ts'
import { curlLine } from '../markup/curl-line.ts'
import { describeBounds, describeFields, describeType, type FieldRow } from '../markup/describe-fields.ts'
import type { DocumentReader, LocatedOperation } from '../markup/document-reader.ts'
import { codeBlock, fieldsTable, jsonBlock, methodBadge, section } from '../markup/page-parts.ts'

export function operationSection(located: LocatedOperation, reader: DocumentReader, base: string): Html {
  const { method, path, operation } = located
  const responses = reader.responses(operation)
  const successes = responses
    .filter(([status]) => /^[23]/.test(status))
    .toSorted(([, a], [, b]) => Number(needsPreference(a)) - Number(needsPreference(b)))
  const title = html`${operation.summary}${operation['x-extension'] === true && EXTENSION}`
  const scope = operation.security[0]?.['apiKey']?.[0]
  return section(
    3,
    operation.operationId,
    title,
    html`<div class="operation">
      <div class="description">
        <p class="route">${methodBadge(method)} <code>/v1${path}</code></p>
        ${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
        <p class="scope">Scope <code>${scope}</code></p>
        ${parameterTable('path', located, reader)}${parameterTable('query', located, reader)}${bodyTable(located, reader)}${parameterTable('header', located, reader)}
        ${successes.map(([status, response]) => responseTable(status, response, reader))}
        ${errorList(responses)}
      </div>
      <div class="samples">
        ${codeBlock('Request', curlLine({ method, path, operation, base }))}${successes.map(
          ([status, response]) => exampleResponse(status, response),
        )}
      </div>
    </div>`,
  )
}

const JSON_TYPE = 'application/json'
const EXTENSION = html` <span class="extension">extension</span>`

const LOCATIONS = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

function parameterTable(
  location: keyof typeof LOCATIONS,
  { operation }: LocatedOperation,
  reader: DocumentReader,
): Fragment {
  const rows: FieldRow[] = reader
    .parameters(operation)
    .filter((parameter) => parameter.in === location)
    .map(({ name, required, description, schema }) => ({
      path: name,
      type: describeType(schema, reader.schema),
      required,
      description,
      notes: describeBounds(schema),
    }))
  return rows.length > 0 && fieldsTable(LOCATIONS[location], rows)
}

function bodyTable({ operation }: LocatedOperation, reader: DocumentReader): Fragment {
  const schema = jsonOf(operation.requestBody)?.schema
  if (schema === undefined) return undefined
  const optional = operation.requestBody?.required === false
  return fieldsTable(optional ? 'Body (optional)' : 'Body', describeFields(schema, reader.schema))
}

function responseTable(status: string, response: Response, reader: DocumentReader): Html {
  const [[type, { schema }] = ['', { schema: { description: 'no body' } }]] = Object.entries(response.content)
  const rows = describeFields(schema, reader.schema).filter(({ path }) => path !== 'success')
  const extra = Object.keys(response.headers ?? {}).filter((name) => !name.startsWith('X-'))
  return html`<details class="answer">
    <summary><span class="status good">${status}</span> <span>${prose(response.description)}</span></summary>
    ${extra.length > 0 && html`<p class="notes">Headers: ${prose(extra.map((name) => `\`${name}\``).join(', '))}</p>`}
    ${
      type === JSON_TYPE
        ? fieldsTable(`Response ${status}`, rows)
        : html`<p class="notes">
            ${prose(`${type === '' ? '' : `\`${type}\`: `}${schema.description ?? ''}`)}
          </p>`
    }
  </details>`
}

function errorList(responses: readonly [string, Response][]): Html {
  const errors = responses.filter(([status]) => /^[45]/.test(status))
  return html`<details class="answer">
    <summary><span class="status bad">4xx · 5xx</span> <span>Errors</span></summary>
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

/** Sent only to a request with `Prefer`; the usual response is shown first. */
function needsPreference({ headers }: Response): boolean {
  return headers?.['Preference-Applied'] !== undefined
}

function exampleResponse(status: string, response: Response): Fragment {
  const example = Object.values(response.content)[0]?.example
  const title = html`Response <span class="status good">${status}</span>${
      needsPreference(response) && html` to <code>Prefer: wait</code>`
    }`
  if (typeof example === 'string') return codeBlock(title, example)
  return example !== undefined && jsonBlock(title, example)
}

function jsonOf(holder: { content: Readonly<Record<string, MediaType>> } | undefined): MediaType | undefined {
  return holder?.content[JSON_TYPE]
}
