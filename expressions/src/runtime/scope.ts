import type { JsonValue } from './values.ts'

/** The data that an expression can read. The caller provides `now`, so that a replay gives the same results. */
export interface Scope {
  readonly input: JsonValue
  /** The output of the previous node. */
  readonly previous: JsonValue
  /** The output of a node by id or name; undefined if the node is unknown or has not run. */
  nodes(key: string): { readonly output: JsonValue } | undefined
  /** All ids and names that `nodes` accepts. Distinguishes "unknown" from "has not run", and feeds suggestions. */
  readonly nodeNames: readonly string[]
  /** The variables of the workflow. */
  readonly variables: JsonValue
  /** The variables of the account. */
  readonly vars: JsonValue
  readonly execution: JsonValue
  /** Set only inside `for_each` and `loop`. */
  readonly item?: JsonValue | undefined
  readonly index?: number | undefined
  /** The received event, as `{name, data}`. Set only in the `match` of a `wait`. */
  readonly event?: JsonValue | undefined
  /** Milliseconds since 1970, UTC. */
  readonly now: number
  /** The same for every attempt of a step, and different for every other step: `uuid()` is made of it. */
  readonly seed?: string | undefined
}

/** The names that a compiled text reads, used to validate a graph and to decide which outputs to keep. */
export interface References {
  /** The keys in `nodes["…"]`, in order of appearance. */
  readonly nodes: readonly string[]
  /** True if a key is computed, such as `nodes[item.name]`: the text can read any node. */
  readonly anyNode: boolean
  /** The names of the scope that the text reads. */
  readonly names: readonly ScopeName[]
}

export const scopeNames = [
  'input',
  'previous',
  'nodes',
  'variables',
  'vars',
  'execution',
  'item',
  'index',
  'event',
  'now',
] as const

export type ScopeName = (typeof scopeNames)[number]

export function mergeReferences(all: readonly References[]): References {
  return {
    nodes: [...new Set(all.flatMap((one) => one.nodes))],
    anyNode: all.some((one) => one.anyNode),
    names: scopeNames.filter((name) => all.some((one) => one.names.includes(name))),
  }
}
