import type { AccountId, Definition } from '#domain/index.ts'
import type { Answer, Outcome } from '#http/index.ts'
import type { WorkflowChecker } from './workflow-checker.ts'

/** Adds the number of problems to the answer about a saved definition, after it is stored: saving never fails because of them. */
export function checkedAnswer(
  checker: WorkflowChecker,
  { accountId, nodes, edges, variables }: Definition & { readonly accountId: AccountId },
  answer: Answer,
): Outcome {
  return {
    ...answer,
    laterAnswer: async () => {
      const meta = await checker.describe(accountId, { nodes, edges, variables })
      return meta.problems === undefined ? undefined : { ...answer, meta }
    },
  }
}
