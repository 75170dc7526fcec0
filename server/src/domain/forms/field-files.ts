import type { FormField } from '@millrace/contract/form.ts'
import { fileIdOf } from '../files/file-value.ts'
import type { JsonValue } from '../shared/json.ts'

/** What the sender states about a file. The content is not compared with it. */
export interface StatedFile {
  readonly name: string
  readonly mediaType: string
}

const ACCEPT_ENTRY = /^(?:\.[^\s/\\,;*"]+|[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*))$/

/** Whether an entry of `accept` is a media type, a group of them or the end of a name. */
export function isAcceptEntry(entry: string): boolean {
  return ACCEPT_ENTRY.test(entry)
}

export function maxFilesOf({ max_files: maxFiles = 1 }: Pick<FormField, 'max_files'>): number {
  return maxFiles
}

export function acceptsFile({ accept = [] }: Pick<FormField, 'accept'>, file: StatedFile): boolean {
  if (accept.length === 0) return true
  const name = file.name.toLowerCase()
  return accept.some((entry) => {
    if (entry.startsWith('.')) return name.endsWith(entry)
    return entry.endsWith('/*') ? file.mediaType.startsWith(entry.slice(0, -1)) : entry === file.mediaType
  })
}

/** The problem with the value of a field of type `file`; undefined if it is valid. Known files have all their members. */
export function checkFiles(field: FormField, value: unknown): string | undefined {
  const most = maxFilesOf(field)
  if (most > 1 && !Array.isArray(value)) return 'must be a list of files'
  const files = (most > 1 ? value : [value]) as readonly JsonValue[]
  if (files.length > most) return tooManyFiles(field)
  for (const file of files) {
    const problem = checkFile(field, file)
    if (problem !== undefined) return problem
  }
  const ids = new Set(files.map(fileIdOf))
  return ids.size < files.length ? 'must not contain the same file twice' : undefined
}

export function tooManyFiles(field: FormField): string {
  const most = maxFilesOf(field)
  return `must not have more than ${most} ${most === 1 ? 'file' : 'files'}`
}

function checkFile(field: FormField, value: JsonValue): string | undefined {
  if (fileIdOf(value) === undefined) return 'must be a file, such as {"$file": "<id>"}'
  const { name, media_type: mediaType, size } = value as Readonly<Record<string, JsonValue>>
  if (typeof name !== 'string' || typeof mediaType !== 'string' || typeof size !== 'number') {
    return 'refers to a file that does not exist'
  }
  if (!acceptsFile(field, { name, mediaType })) return wrongType(field, name)
  return field.max_bytes !== undefined && size > field.max_bytes
    ? tooLargeFile(name, field.max_bytes)
    : undefined
}

export function wrongType(field: FormField, name: string): string {
  return `does not accept "${name}": it takes ${describeAccept(field)}`
}

/** Types that people know by another name. */
const KNOWN_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/csv': 'CSV',
  'text/plain': 'plain text',
  'image/*': 'images',
  'audio/*': 'audio',
  'video/*': 'videos',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}

/** What a field accepts, for people. */
export function describeAccept({ accept = [] }: Pick<FormField, 'accept'>): string {
  return accept.map((entry) => KNOWN_TYPES[entry] ?? entry).join(', ')
}

export function tooLargeFile(name: string, maxBytes: number): string {
  return `does not accept "${name}": it is larger than ${describeBytes(maxBytes)}`
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** A size for people, such as `2.5 MB`. A number in bytes is exact. */
export function describeBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  const shown = Number.isInteger(size) ? String(size) : size.toFixed(1)
  return bytes === 1 ? '1 byte' : `${shown} ${UNITS[unit]}`
}
