import Type from 'typebox'
import { isFileValue, isJsonObject, type JsonValue } from '#domain/index.ts'
import { fileParameter, readFile, reviewFile } from '#nodes/formats/read-file.ts'
import { type FormatDeps, runFileOperation } from '#nodes/formats/run-file-operation.ts'
import { fileNameOf, fileNameParameter } from '#nodes/formats/write-file.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeCall, NodeFailed, NodeKind, NodeResult } from '#ports/index.ts'

const READ = { operation: ['list', 'extract'] }
const CREATE = { operation: ['create'] }
const MAX_FILES = 1_000

export function archiveNode(deps: FormatDeps): NodeKind {
  return {
    type: 'archive',
    title: 'Archive',
    summary: 'Lists and extracts the files of a ZIP archive or a gzip file, or creates one.',
    family: 'data',
    icon: 'file-archive',
    keywords: ['zip', 'gzip', 'compress', 'decompress', 'unzip', 'extract', 'pack', 'files'],
    line: `{{ data.operation === "create" ? "create of " + ${bare('data.files')} : (data.operation === "list" ? "list " : "extract ") + ${bare('data.file')} }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['extract', 'list', 'create'], {
          title: 'Operation',
          description:
            '`extract`: the files in an archive. `list`: only their names and sizes. `create`: an archive of files.',
          default: 'extract',
        }),
      ),
      file: fileParameter({
        title: 'Archive',
        description: 'The ZIP archive or the gzip file.',
        'x-when': READ,
      }),
      paths: Type.Optional(
        Type.Array(Type.String({ maxLength: 1_000 }), {
          title: 'Paths',
          description:
            'Which files to extract, such as `invoice.pdf` or `images/*`. `*` stands for any characters. Without it, all of them.',
          maxItems: 100,
          'x-when': { operation: ['extract'] },
        }),
      ),
      files: Type.Optional(
        Type.Unknown({
          title: 'Files',
          description:
            'A file, a list of files, or a list of `{path, file}` as `extract` returns it. Without it, the output of the previous node.',
          examples: ['{{ [nodes.invoice.output.body, input.photo] }}'],
          'x-when': CREATE,
        }),
      ),
      format: Type.Optional(
        Type.Enum(['zip', 'gzip'], {
          title: 'Format',
          description: '`zip`: any number of files. `gzip`: one file, compressed.',
          default: 'zip',
          'x-when': CREATE,
        }),
      ),
      file_name: fileNameParameter('`archive.zip`, or the name of the compressed file with `.gz`', CREATE),
    }),
    output:
      '`extract`: a list of `{path, file}`. `list`: a list of `{path, size, compressed_size, modified}`, in bytes; the size of what is in a gzip file is null. `create`: the new file.',
    example: { data: { operation: 'extract', file: '{{ previous.body }}', paths: ['*.csv'] } },
    notes: [
      'The format of an archive is recognised by its content. Folders have no entry of their own.',
      'Paths are made safe: `../` and control characters are removed. Nothing is written outside of the files of the account.',
      'Archives inside of an archive are extracted as files. Extract them with another node.',
      'Limits: 1,000 files per step, 256 MiB of content, 10,000 entries. Sizes are counted, not believed.',
      'Error codes: `ARCHIVE_INVALID`, `PASSWORD_REQUIRED`, `FILE_NOT_FOUND`, `FILE_TOO_LARGE`, `FILE_STORAGE_FULL`, `TOO_MANY_ITEMS`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    review: (data) => (data['operation'] === 'create' ? [] : reviewFile(data, 'file')),
    usesFiles: () => true,
    dependsOn: ({ parameters, previous }) =>
      parameters['file'] === undefined && parameters['files'] === undefined ? previous : null,
    run: (call) => run(deps, call),
  }
}

async function run(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const { operation, paths = [] } = call.parameters
  if (operation === 'create') return create(deps, call)
  const source = readFile(call, 'file')
  if ('ok' in source) return source
  const common = { sources: [source.file], purpose: 'reading the archive' }
  return operation === 'list'
    ? runFileOperation(deps, call, { ...common, operation: 'archive.list', input: {} })
    : runFileOperation(deps, call, {
        ...common,
        operation: 'archive.extract',
        input: { paths: paths as readonly string[] },
      })
}

async function create(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const { files = call.previous, format = 'zip', file_name: name } = call.parameters
  const entries = readEntries(files)
  if ('ok' in entries) return entries
  if (format === 'gzip' && entries.length !== 1)
    return refuseParameter(
      `A gzip file holds one file, but \`files\` has ${entries.length}. Use the format \`zip\`.`,
    )
  const target =
    format === 'gzip'
      ? fileNameOf(name, `${entries[0]?.path ?? 'file'}.gz`, 'application/gzip')
      : fileNameOf(name, 'archive.zip', 'application/zip')
  return runFileOperation(deps, call, {
    operation: 'archive.create',
    purpose: 'writing the archive',
    sources: entries.map(({ file }) => file),
    input: {
      format: format as 'zip' | 'gzip',
      paths: entries.map(({ path }) => path),
      target,
      modifiedAt: call.now,
    },
  })
}

interface Entry {
  readonly path: string
  readonly file: JsonValue
}

function readEntries(value: JsonValue): readonly Entry[] | NodeFailed {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  if (values.length === 0) return refuseParameter('`files` is an empty list. An archive needs a file.')
  if (values.length > MAX_FILES)
    return {
      ok: false,
      code: 'TOO_MANY_ITEMS',
      message: `\`files\` has ${values.length.toLocaleString('en')} entries, but an archive can be created of ${MAX_FILES.toLocaleString('en')}.`,
      permanent: true,
    }
  const entries: Entry[] = []
  for (const [index, one] of values.entries()) {
    const entry = toEntry(one)
    if (entry === undefined)
      return refuseParameter(
        `\`files\` must be files or objects with \`path\` and \`file\`, but entry ${index + 1} is neither.`,
      )
    entries.push(entry)
  }
  return entries
}

function toEntry(value: JsonValue): Entry | undefined {
  if (!isJsonObject(value)) return undefined
  const { path, file, name } = value
  if (isFileValue(value)) return { path: typeof name === 'string' ? name : 'file', file: value }
  if (!isJsonObject(file ?? null) || !isFileValue(file)) return undefined
  const own = file['name']
  return {
    path: typeof path === 'string' && path !== '' ? path : typeof own === 'string' ? own : 'file',
    file,
  }
}
