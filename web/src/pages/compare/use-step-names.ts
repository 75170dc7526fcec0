import type { ExecutionOverview } from '../../api/executions.ts'
import { useNodeNames } from '../../run/use-node-names.ts'
import { useRunDocument } from '../execution/use-run-document.ts'

/** What the nodes are called in the versions that ran. Run B, the later one, decides where they differ. */
export function useStepNames(a: ExecutionOverview, b: ExecutionOverview): (nodeId: string) => string {
  const documentB = useRunDocument(b).document
  const nameInA = useNodeNames(useRunDocument(a).document)
  const nameInB = useNodeNames(documentB)
  return (nodeId) => (documentB?.nodes.some(({ id }) => id === nodeId) === true ? nameInB : nameInA)(nodeId)
}
