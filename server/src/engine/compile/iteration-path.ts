/** Where an item of a loop stands among all items of all loops of a run: `loop[0]/inner[2]`. The top has ''. */
export function iterationPath(parent: string, loopId: string, index: number): string {
  return `${childPrefix(parent, loopId)}${index}]`
}

/** The place of a step among all steps of a run; unique, and readable. */
export function stepKey(iteration: string, nodeId: string): string {
  return iteration === '' ? escape(nodeId) : `${iteration}/${escape(nodeId)}`
}

/** The loop step a iteration belongs to, as `stepKey` gives it, and the index of its item. */
export function splitIterationPath(path: string): { loopKey: string; index: number } {
  const bracket = path.lastIndexOf('[')
  return { loopKey: path.slice(0, bracket), index: Number(path.slice(bracket + 1, -1)) }
}

function childPrefix(parent: string, loopId: string): string {
  return `${stepKey(parent, loopId)}[`
}

/** Ids of nodes are any text; what joins them must not occur in them. */
function escape(nodeId: string): string {
  return PLAIN.test(nodeId)
    ? nodeId
    : nodeId.replace(/[%/[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

const PLAIN = /^[^%/[\]]*$/
