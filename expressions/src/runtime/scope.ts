import type { JsonValue } from './values.ts'

/** The data an expression may read. The caller gives `now`, so that a run can be repeated exactly. */
export interface Scope {
  readonly input: JsonValue
  /** Output of the node before this one. */
  readonly previous: JsonValue
  /** Output by node id or name; undefined when the node is unknown or has not run. */
  nodes(key: string): { readonly output: JsonValue } | undefined
  /** Every id and name `nodes` could answer for: tells "unknown" from "has not run" and feeds suggestions. */
  readonly nodeNames: readonly string[]
  readonly variables: JsonValue
  readonly execution: JsonValue
  /** Set inside for_each and loop only. */
  readonly item?: JsonValue | undefined
  readonly index?: number | undefined
  /** The event that came, as `{name, data}`; set in the `match` of a wait only. */
  readonly event?: JsonValue | undefined
  /** Milliseconds since 1970, UTC. */
  readonly now: number
}

/** What a compiled text reads, for checking a graph and for deciding which outputs to keep. */
export interface References {
  /** Keys in `nodes["…"]`, in order of appearance. */
  readonly nodes: readonly string[]
  /** True when a key is computed, such as `nodes[item.name]`: any node may be read. */
  readonly anyNode: boolean
  /** Which names of the scope are read. */
  readonly names: readonly ScopeName[]
}

export const scopeNames = [
  'input',
  'previous',
  'nodes',
  'variables',
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
