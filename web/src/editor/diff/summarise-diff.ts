import * as t from '../../texts/editor/diff.ts'
import type { DocumentDiff } from '../model/diff-documents.ts'

/** `2 nodes added · 1 node changed · connections changed` */
export function summariseDiff(diff: DocumentDiff): string {
  const count = (wanted: string) => diff.nodes.filter(({ kind }) => kind === wanted).length
  return summariseCounts({
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    edges: diff.edgesAdded.length + diff.edgesRemoved.length > 0,
    variables: diff.variables.length > 0,
  })
}

interface Counts {
  added: number
  removed: number
  changed: number
  edges: boolean
  variables: boolean
}

export function summariseCounts({ added, removed, changed, edges, variables }: Counts): string {
  const parts = [
    added > 0 && t.summary.added(added),
    removed > 0 && t.summary.removed(removed),
    changed > 0 && t.summary.changed(changed),
    edges && t.summary.edges,
    variables && t.summary.variables,
  ].filter((part) => part !== false)
  return parts.length === 0 ? t.summary.none : parts.join(' · ')
}
