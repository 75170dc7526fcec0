import * as t from '../../../texts/editor/inspector.ts'
import type { FieldProblem } from './schema-fields.ts'

export function describeFieldProblem(problem: FieldProblem, title: string): string {
  switch (problem.kind) {
    case 'required':
      return t.required(title)
    case 'minimum':
      return t.atLeast(problem.limit)
    case 'maximum':
      return t.atMost(problem.limit)
    case 'long':
      return t.tooLong(problem.limit)
    case 'short':
      return t.tooShort(problem.limit)
    case 'integer':
      return t.wholeNumber
    default:
      return problem satisfies never
  }
}
