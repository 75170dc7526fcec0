import type { JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult } from './format-result.ts'

/**
 * Everything that can run in a worker thread. Modules are loaded with their first use: the libraries behind them would slow
 * down the start of the service.
 */
const OPERATIONS = {
  'csv.parse': async () => (await import('./csv-text.ts')).parseCsvText,
  'csv.format': async () => (await import('./csv-text.ts')).formatCsvText,
  'xml.parse': async () => (await import('./xml-text.ts')).parseXmlText,
  'xml.format': async () => (await import('./xml-text.ts')).formatXmlText,
  'html.extract': async () => (await import('./extract-values.ts')).extractValues,
  'html.text': async () => (await import('./html-to-text.ts')).htmlToText,
  'markdown.to_html': async () => (await import('./markdown-text.ts')).markdownToHtml,
  'markdown.from_html': async () => (await import('./markdown-text.ts')).htmlToMarkdown,
  'rss.parse': async () => (await import('./read-feed.ts')).readFeed,
}

export type OperationName = keyof typeof OPERATIONS

type OperationOf<Name extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[Name]>>

export type OperationInput<Name extends OperationName> = Parameters<OperationOf<Name>>[0]

/** The same limit as for every step, noticed before the result is copied to another thread. */
export const MAX_RESULT_LENGTH = 1024 * 1024

/** Performs an operation. The result is JSON text: it is cheaper to pass on than the value. */
export async function performOperation<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
): Promise<FormatResult<string>> {
  const result = await computeOperation(name, input)
  return result.ok ? toResultText(result.value) : result
}

/** Performs an operation whose result may have any size: it becomes a file. */
export async function computeOperation<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
): Promise<FormatResult> {
  const operation = (await OPERATIONS[name]()) as (input: OperationInput<Name>) => FormatResult
  try {
    return operation(input)
  } catch (error) {
    if (error instanceof RangeError)
      return formatFailure('TOO_COMPLEX', 'The content is nested too deeply to be read.')
    throw error
  }
}

/** A result as JSON, if a step can return it. */
export function toResultText(value: JsonValue): FormatResult<string> {
  const text = JSON.stringify(value)
  if (text.length <= MAX_RESULT_LENGTH) return { ok: true, value: text }
  return formatFailure(
    'OUTPUT_TOO_LARGE',
    `The result has ${(text.length / MAX_RESULT_LENGTH).toFixed(1)} MiB, but a step can return 1 MiB. Split the content into smaller parts, or set \`to\` to \`file\`.`,
  )
}
