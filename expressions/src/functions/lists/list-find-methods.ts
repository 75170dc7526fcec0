import { callbackAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Argument, List, Value } from '#expressions/runtime/values.ts'

export const findMethods = toTable<BuiltinMethod<List>>({
  every: {
    use: 'list.every(x => …)',
    help: 'Whether the function returns true for every entry.',
    example: '[1, 2, 3].every(x => x > 0)',
    call: (evaluation, list, args, site) => list.every(createTest(evaluation, list, args, site)),
  },
  find: {
    use: 'list.find(x => …)',
    help: 'The first entry for which the function returns true.',
    example: '[{ id: 1 }, { id: 2 }].find(x => x.id === 2)',
    call: (evaluation, list, args, site) => list.find(createTest(evaluation, list, args, site)),
  },
  findIndex: {
    use: 'list.findIndex(x => …)',
    help: 'The position of the first entry for which the function returns true, or -1.',
    example: '[5, 6, 7].findIndex(x => x > 5)',
    call: (evaluation, list, args, site) => list.findIndex(createTest(evaluation, list, args, site)),
  },
  findLast: {
    use: 'list.findLast(x => …)',
    help: 'The last entry for which the function returns true.',
    example: '[1, 2, 3].findLast(x => x < 3)',
    call: (evaluation, list, args, site) => list.findLast(createTest(evaluation, list, args, site)),
  },
  findLastIndex: {
    use: 'list.findLastIndex(x => …)',
    help: 'The position of the last entry for which the function returns true, or -1.',
    example: '[1, 2, 3].findLastIndex(x => x < 3)',
    call: (evaluation, list, args, site) => list.findLastIndex(createTest(evaluation, list, args, site)),
  },
  some: {
    use: 'list.some(x => …)',
    help: 'Whether the function returns true for at least one entry.',
    example: '[1, 2, 3].some(x => x > 2)',
    call: (evaluation, list, args, site) => list.some(createTest(evaluation, list, args, site)),
  },
})

function createTest(
  evaluation: Evaluation,
  list: List,
  args: readonly Argument[],
  site: CallSite,
): (entry: Value, index: number) => boolean {
  const callback = callbackAt(args, 0, site)
  evaluation.visit(list.length, site.location)
  return (entry, index) => Boolean(callback(entry, index, list))
}
