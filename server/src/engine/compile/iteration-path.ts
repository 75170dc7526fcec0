/** Identifies an iteration among all iterations of a run: `loop[0]/inner[2]`. The run itself has ''. */
export function iterationPath(parent: string, loopId: string, index: number): string {
  return `${childPrefix(parent, loopId)}${index}]`
}

/** Identifies a step among all steps of a run. */
export function stepKey(iteration: string, nodeId: string): string {
  return iteration === '' ? escape(nodeId) : `${iteration}/${escape(nodeId)}`
}

/** The key of the loop step that an iteration belongs to, and the index of the iteration. */
export function splitIterationPath(path: string): { loopKey: string; index: number } {
  const bracket = path.lastIndexOf('[')
  return { loopKey: path.slice(0, bracket), index: Number(path.slice(bracket + 1, -1)) }
}

function childPrefix(parent: string, loopId: string): string {
  return `${stepKey(parent, loopId)}[`
}

/** Node ids are arbitrary text; the separators must not occur in them. */
function escape(nodeId: string): string {
  return PLAIN.test(nodeId)
    ? nodeId
    : nodeId.replace(/[%/[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

const PLAIN = /^[^%/[\]]*$/
