import type { Expression } from 'acorn'
import { SourceLocation } from '#expressions/runtime/problem.ts'
import type { References, ScopeName } from '#expressions/runtime/scope.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Value } from '#expressions/runtime/values.ts'

/** Compiled code: a function of the evaluation. */
export type Evaluate = (evaluation: Evaluation) => Value

/** The arrow function parameters that are in scope, innermost first. */
export interface Names {
  readonly name: string
  readonly slot: number
  readonly outer: Names | undefined
}

/** The state of the compilation of one expression. */
export class Compilation {
  readonly text: string
  readonly from: number
  readonly compile: (node: Expression, names: Names | undefined) => Evaluate
  /** Compiled code by node, so that a failed read can inspect the parent object without compiling it twice. */
  readonly compiled = new Map<object, Evaluate>()
  /** How much work the patterns so far were to compile. */
  patternWeight = 0
  private readonly nodes = new Set<string>()
  private readonly scopeNames = new Set<ScopeName>()
  private anyNode = false
  private slots = 0

  constructor(
    text: string,
    from: number,
    compile: (c: Compilation, node: Expression, names: Names | undefined) => Evaluate,
  ) {
    this.text = text
    this.from = from
    this.compile = (node, names) => compile(this, node, names)
  }

  location(node: { readonly start: number; readonly end: number }): SourceLocation {
    return new SourceLocation(this.text, this.from + node.start, this.from + node.end)
  }

  newSlot(): number {
    this.slots += 1
    return this.slots - 1
  }

  useScope(name: ScopeName): void {
    this.scopeNames.add(name)
  }

  useNode(key: string | undefined): void {
    this.scopeNames.add('nodes')
    if (key === undefined) this.anyNode = true
    else this.nodes.add(key)
  }

  references(): References {
    return {
      nodes: [...this.nodes],
      anyNode: this.anyNode,
      names: scopeNames.filter((name) => this.scopeNames.has(name)),
    }
  }
}

export function findName(names: Names | undefined, name: string): Names | undefined {
  for (let entry = names; entry !== undefined; entry = entry.outer) {
    if (entry.name === name) return entry
  }
  return undefined
}
