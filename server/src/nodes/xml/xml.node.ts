import Type from 'typebox'
import { readSource, reviewSource, sourceParameter } from '#nodes/formats/read-source.ts'
import { type FormatDeps, usesFiles } from '#nodes/formats/run-file-operation.ts'
import { runTextOperation } from '#nodes/formats/run-text-operation.ts'
import { encodingParameter, targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

const PARSE = { operation: ['parse'] }
const FORMAT = { operation: ['format'] }

export function xmlNode(deps: FormatDeps): NodeKind {
  return {
    type: 'xml',
    title: 'XML',
    summary: 'Reads XML into JSON, or writes JSON as XML.',
    family: 'data',
    icon: 'file-code',
    keywords: ['parse', 'document', 'soap', 'elements', 'attributes', 'export', 'import'],
    line: `{{ data.operation === "format" ? "write " + ${bare('data.value')} : "read " + ${bare('data.text')} }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['parse', 'format'], {
          title: 'Operation',
          description: '`parse`: XML to JSON. `format`: JSON to XML.',
          default: 'parse',
        }),
      ),
      text: sourceParameter({ title: 'XML', description: 'The XML.', 'x-when': PARSE }),
      value: Type.Optional(
        Type.Unknown({
          title: 'Value',
          description:
            'An object with one member, the root element. Members whose name starts with `@` are attributes, `#text` is the text beside them, and lists are repeated elements. Without it, the output of the previous node.',
          examples: ['{{ {"order": {"@id": input.id, "line": input.lines}} }}'],
          'x-when': FORMAT,
        }),
      ),
      lists: Type.Optional(
        Type.Array(Type.String({ maxLength: 500 }), {
          title: 'Always lists',
          description:
            'Names of elements that are lists even if they appear once, such as `line`. Otherwise an element is a list only if it is repeated.',
          maxItems: 100,
          'x-when': PARSE,
        }),
      ),
      remove_prefixes: Type.Optional(
        Type.Boolean({
          title: 'Remove namespace prefixes',
          description: 'Whether `soap:Body` is called `Body`.',
          default: false,
          'x-when': PARSE,
        }),
      ),
      declaration: Type.Optional(
        Type.Boolean({
          title: 'Declaration',
          description: 'Whether the text starts with `<?xml version="1.0" encoding="UTF-8"?>`.',
          default: true,
          'x-when': FORMAT,
        }),
      ),
      indent: Type.Optional(
        Type.Boolean({
          title: 'Indent',
          description: 'Whether each element starts on a line of its own.',
          default: false,
          'x-when': FORMAT,
        }),
      ),
      encoding: encodingParameter(PARSE),
      ...targetParameters('`document.json` or `document.xml`'),
    }),
    output:
      '`parse`: an object with the root element, such as `{"order": {"@id": "7", "line": ["a", "b"]}}`; an element without attributes and elements is a text. `format`: the XML as a text. With `to: file`, a file: the object as JSON, or the XML.',
    example: { data: { operation: 'parse', text: '{{ previous.body }}', lists: ['line'] } },
    notes: [
      'The same as an expression: `{{ parseXml(text) }}`.',
      'All values are texts; `{{ Number(previous.order["@id"]) }}` makes a number of one. White space around texts is removed. The order of elements with different names is not kept.',
      'XML that defines entities is refused: they can grow without bound and read files.',
      'Limits: 64 levels of elements; 4 MiB for a text and 16 MiB for a file; 1 MiB for the result, unless it is a file.',
      'Error codes: `XML_INVALID`, `ENCODING_INVALID`, `FILE_NOT_FOUND`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    review: (data) => (data['operation'] === 'format' ? [] : reviewSource(data, 'text')),
    usesFiles: (call) => usesFiles(call, 'text'),
    dependsOn: ({ parameters, previous }) =>
      parameters['text'] === undefined && parameters['value'] === undefined ? previous : null,
    run: (call) => (call.parameters['operation'] === 'format' ? format(deps, call) : parse(deps, call)),
  }
}

async function parse(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const source = readSource(call, 'text')
  if ('ok' in source) return source
  const { lists = [], remove_prefixes: removePrefixes = false } = call.parameters
  return runTextOperation(deps, call, {
    operation: 'xml.parse',
    purpose: 'reading the XML',
    member: 'text',
    source,
    target: targetOf(call, 'document.json', 'application/json'),
    input: { lists: lists as readonly string[], removePrefixes: removePrefixes as boolean },
  })
}

async function format(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const { value = call.previous, declaration = true, indent = false } = call.parameters
  return runTextOperation(deps, call, {
    operation: 'xml.format',
    purpose: 'writing the XML',
    member: '',
    source: undefined,
    target: targetOf(call, 'document.xml', 'application/xml'),
    input: {
      value: value,
      declaration: declaration as boolean,
      indent: indent as boolean,
    },
  })
}
