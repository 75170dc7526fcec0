import { builtInRules } from './edits/expression-rules.ts'
import { renameReferences } from './edits/rename-node.ts'
import type { FollowNames } from './separate-names.ts'

/** The expressions of a workflow name its nodes. */
export const followNames: FollowNames = (draft, renamed, nodes) =>
  renameReferences(draft, renamed, builtInRules, nodes)
