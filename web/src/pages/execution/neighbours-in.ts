interface Neighbours {
  /** −1 if the list does not contain the run. */
  index: number
  newer: string | undefined
  older: string | undefined
}

/**
 * The runs before and after a run in a list, newest first. Ids sort by time, so that the neighbours of a run that the list
 * does not contain are known too: it has just started, or the filters of the list exclude it.
 */
export function neighboursIn(runs: readonly { id: string }[], id: string | undefined): Neighbours {
  const at = id === undefined ? -1 : runs.findIndex((run) => run.id <= id)
  if (at === -1) return { index: -1, newer: undefined, older: undefined }
  const index = runs[at]?.id === id ? at : -1
  return { index, newer: runs[at - 1]?.id, older: runs[index === -1 ? at : at + 1]?.id }
}
