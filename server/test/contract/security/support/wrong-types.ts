import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Path = readonly (string | number)[]

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
}

export interface WrongBody {
  /** In the notation of issues: `fields[0].type`. */
  readonly issuePath: string
  readonly value: unknown
  readonly body: unknown
}

const CANDIDATES: readonly unknown[] = [null, 5, -0.5, true, 'text', '', [], [1], [null], {}, { x: 1 }]

/**
 * Bodies that are valid except for one value of a wrong type, for every path in the schema. Values that the schema
 * allows at that path are left out, so nothing has to be listed by hand.
 */
export function wrongBodies(schema: TSchema, example: unknown): WrongBody[] {
  const validator = Compile(schema)
  return issuePaths(schema as SchemaNode, []).flatMap((path) =>
    CANDIDATES.map((value) => ({
      issuePath: describePath(path),
      value,
      body: replaceAt(example, path, value),
    })).filter(({ body }) => !validator.Check(body)),
  )
}

function issuePaths(node: SchemaNode, path: Path): Path[] {
  const own = path.length === 0 ? [] : [path]
  const members = Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
    issuePaths(part, [...path, name]),
  )
  const items = node.items === undefined ? [] : issuePaths(node.items, [...path, 0])
  const branches = (node.anyOf ?? []).flatMap((branch) => issuePaths(branch, path).slice(1))
  return [...own, ...members, ...items, ...branches]
}

function replaceAt(value: unknown, [step, ...rest]: Path, wanted: unknown): unknown {
  if (step === undefined) return wanted
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? (value as unknown[]) : []
    return [replaceAt(list[step], rest, wanted), ...list.slice(1)]
  }
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return { ...object, [step]: replaceAt(object[step], rest, wanted) }
}

function describePath(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
}
