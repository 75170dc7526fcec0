import { type JsonType, typeOf } from './data-source.ts'

/** A field of the data, over all values at this path. */
export interface SchemaField {
  /** Names of members; `null` stands for any entry of a list. */
  readonly path: readonly (string | null)[]
  readonly types: readonly JsonType[]
  /** How many values were found, of how many objects or lists around it. */
  readonly count: number
  readonly of: number
  readonly example: unknown
}

interface Field {
  readonly path: readonly (string | null)[]
  readonly types: Set<JsonType>
  readonly children: Map<string | null, Field>
  count: number
  parents: number
  example: unknown
}

const VALUES_PER_STEP = 20_000
const MAX_FIELDS = 5_000

/** The fields that the data has, with types and examples. Pauses like a search. */
export function* inferSchema(value: unknown): Generator<undefined, readonly SchemaField[]> {
  const root = newField([])
  let visited = 0
  let fields = 0
  const pending: { value: unknown; field: Field }[] = [{ value, field: root }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visited++
    if (visited % VALUES_PER_STEP === 0) yield
    const { value: current, field } = next
    const type = typeOf(current)
    field.types.add(type)
    field.count++
    if (field.example === undefined && type !== 'array' && type !== 'object') field.example = current
    const child = (key: string | null) => {
      let found = field.children.get(key)
      if (found === undefined && fields < MAX_FIELDS) {
        found = newField([...field.path, key])
        field.children.set(key, found)
        fields++
      }
      return found
    }
    if (type === 'array') {
      for (const entry of (current as unknown[]).toReversed()) {
        const entries = child(null)
        if (entries !== undefined) pending.push({ value: entry, field: entries })
      }
    } else if (type === 'object') {
      const members = Object.entries(current as object)
      for (const [name] of members) child(name)
      for (const [name, member] of members.toReversed()) {
        const found = child(name)
        if (found !== undefined) pending.push({ value: member, field: found })
      }
      field.parents++
    }
  }
  return flatten(root)
}

function newField(path: readonly (string | null)[]): Field {
  return { path, types: new Set(), children: new Map(), count: 0, parents: 0, example: undefined }
}

function flatten(root: Field): SchemaField[] {
  const rows: SchemaField[] = []
  const visit = (field: Field, of: number) => {
    const { path, count, example } = field
    rows.push({ path, types: [...field.types], count, of, example: preview(example) })
    for (const child of field.children.values()) {
      visit(child, child.path.at(-1) === null ? child.count : Math.max(child.count, field.parents))
    }
  }
  visit(root, 1)
  return rows
}

function preview(example: unknown): unknown {
  return typeof example === 'string' && example.length > 80 ? `${example.slice(0, 80)}…` : example
}

/** `lines[].sku` */
export function schemaExpression(root: string, path: SchemaField['path']): string {
  return path.reduce<string>(
    (text, key) => (key === null ? `${text}[]` : text === '' ? key : `${text}.${key}`),
    root,
  )
}
