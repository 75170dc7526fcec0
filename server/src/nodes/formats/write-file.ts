import type { JsonObject, JsonValue } from '#domain/index.ts'
import { ENCODINGS } from '#nodes/thread-files/decode-text.ts'
import type { NewFileName } from '#nodes/thread-files/file-messages.ts'
import type { NodeCall } from '#ports/index.ts'
import Type from 'typebox'

/** The parameters of nodes that can write their result to a file. `names`: what the file is called by default. */
export function targetParameters(names: string, when: JsonObject = {}) {
  return {
    to: Type.Optional(
      Type.Enum(['value', 'file'], {
        title: 'Result',
        description:
          '`value`: the output of the step, up to 1 MiB. `file`: a file, which can be larger; the output is the file.',
        default: 'value',
        ...folded(when),
      }),
    ),
    file_name: fileNameParameter(names, { ...when, to: ['file'] }),
  }
}

export function fileNameParameter(names: string, when: JsonObject = {}) {
  return Type.Optional(
    Type.String({
      title: 'File name',
      description: `The name of the file. Characters that file names cannot have are removed. Without it, ${names}.`,
      maxLength: 500,
      ...(Object.keys(when).length > 0 && { 'x-when': when }),
    }),
  )
}

/** How the bytes of a file become characters. */
export function encodingParameter(when: JsonObject = {}) {
  return Type.Optional(
    Type.Enum(ENCODINGS, {
      title: 'Encoding',
      description:
        'The encoding of a file. `detect`: as the file declares it, otherwise UTF-8. Files of older Windows programs are often `windows-1252`.',
      default: 'detect',
      ...folded(when),
    }),
  )
}

function folded(when: JsonObject): JsonObject {
  return Object.keys(when).length > 0 ? { 'x-when': when, 'x-folded': true } : {}
}

/** The file to write the result to; null: the result is the output of the step. */
export function targetOf({ parameters }: NodeCall, name: string, mediaType: string): NewFileName | null {
  return parameters['to'] === 'file' ? fileNameOf(parameters['file_name'], name, mediaType) : null
}

export function fileNameOf(given: JsonValue | undefined, name: string, mediaType: string): NewFileName {
  return { name: typeof given === 'string' && given.trim() !== '' ? given : name, mediaType }
}
