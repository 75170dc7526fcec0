import type { FormField } from '@millrace/contract/form.ts'
import {
  fileIdOf,
  type JsonObject,
  type JsonValue,
  maxFilesOf,
  type StoredFile,
  toFileValue,
} from '#domain/index.ts'
import { accepted, type FieldUpload, type ReceivedContent } from '#http/index.ts'
import type { FileRefusal } from '#ports/index.ts'

/**
 * The data with what is stored about its files instead of what the sender states. A file that does not exist is left with its
 * id alone, which the check reports.
 */
export async function withKnownFiles(
  fields: readonly FormField[],
  data: JsonObject,
  find: (id: string) => Promise<StoredFile | undefined>,
): Promise<JsonObject> {
  // Most forms have no files, and copying data with very many names takes long.
  if (!fields.some(({ type }) => type === 'file')) return data
  const known: Record<string, JsonValue> = { ...data }
  const look = async (value: JsonValue): Promise<JsonValue> => {
    const id = fileIdOf(value)
    if (id === undefined) return value
    const file = await find(id)
    return file === undefined ? { $file: id } : toFileValue(file)
  }
  for (const field of fields) {
    const value = field.type === 'file' && Object.hasOwn(data, field.name) ? data[field.name] : undefined
    if (value === undefined) continue
    // One after the other: they are rows of one transaction. More than the field takes are refused anyway.
    const list = Array.isArray(value) ? (value as readonly JsonValue[]) : undefined
    if (list === undefined) known[field.name] = await look(value)
    else if (list.length <= maxFilesOf(field)) known[field.name] = await lookAtAll(list, look)
  }
  return known
}

async function lookAtAll(
  values: readonly JsonValue[],
  look: (value: JsonValue) => Promise<JsonValue>,
): Promise<JsonValue[]> {
  const known: JsonValue[] = []
  for (const value of values) known.push(await look(value))
  return known
}

/** The data as it would be with the uploads, which have no files yet: their contents stand for them. */
export function withUploads(
  fields: readonly FormField[],
  data: JsonObject,
  uploads: readonly FieldUpload[],
): JsonObject {
  return addFiles(
    fields,
    data,
    uploads.map(({ field, content }) => ({ field, file: toFileValue(asFile(content)) })),
  )
}

function asFile(content: ReceivedContent): Parameters<typeof toFileValue>[0] {
  return { ...content, id: content.contentId, accountId: '' as StoredFile['accountId'], createdAt: 0 }
}

/** Turns the uploads into files, and returns the data with them. */
export async function recordUploads(
  fields: readonly FormField[],
  data: JsonObject,
  uploads: readonly FieldUpload[],
  record: (content: ReceivedContent) => Promise<StoredFile | FileRefusal>,
): Promise<JsonObject> {
  const files: FieldFile[] = []
  for (const { field, content } of uploads) {
    files.push({ field, file: toFileValue(accepted(await record(content))) })
  }
  return addFiles(fields, data, files)
}

interface FieldFile {
  readonly field: string
  readonly file: JsonObject
}

/** A field that takes several files has a list. Too many files are a list as well, which the check reports. */
function addFiles(fields: readonly FormField[], data: JsonObject, files: readonly FieldFile[]): JsonObject {
  const added = Object.entries(Object.groupBy(files, ({ field }) => field)).map(([name, ofField = []]) => {
    const field = fields.find((one) => one.name === name)
    const values = ofField.map(({ file }) => file)
    const isOne = field === undefined || maxFilesOf(field) === 1
    return [name, isOne && values.length === 1 ? (values[0] ?? null) : values] as const
  })
  return added.length === 0 ? data : { ...data, ...Object.fromEntries(added) }
}
