import type { Attack, Graph } from '../service/attack.ts'
import { chain } from './graphs.ts'

/** Uploads a file and returns its value. */
export async function upload(
  attack: Attack,
  content: Buffer,
  name = '../../hostile',
): Promise<{ readonly $file: string; readonly name: string }> {
  const reply = await attack.send('POST', `/v1/files?name=${encodeURIComponent(name)}`, {
    raw: content,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const { status, body, text } = reply
  if (status !== 201) throw new Error(`The upload was answered with ${status}: ${text.slice(0, 300)}`)
  return { $file: body.data.id as string, name: body.data.name as string }
}

const PARAMETERS: Readonly<Record<string, string>> = {
  html: 'html',
  csv: 'text',
  xml: 'text',
  rss: 'text',
  markdown: 'text',
}

/** Reads the file of the input with a node of this type. */
export function readingWorkflow(type: string, options: object): Graph {
  const parameter = PARAMETERS[type] ?? 'file'
  return chain({ id: 'read', type, data: { [parameter]: '{{ input.file }}', ...options } })
}
