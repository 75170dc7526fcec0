import type { GraphDocument } from '../../graph/types.ts'
import { readDocument } from '../model/definition.ts'
import { type MergeChoice, mergeDocuments } from '../model/merge-documents.ts'
import type { LeftEntry } from './journal.ts'

/** Changes to merge that a closed tab left. */
export interface LeftChanges {
  /** What the changes started from. */
  readonly base: GraphDocument
  readonly document: GraphDocument
  /** The tab whose entry is merged completely after these changes. */
  readonly endsEntry?: string
}

/**
 * An entry whose merge still waits for answers has two sides, and both would be lost if only its document were merged: it
 * has the values of the closed tab, and hides those of the other side, which may exist nowhere else. So the other side is
 * merged first, and then the undecided values of the closed tab, which makes the tab that takes over ask again.
 */
export function splitLeftEntry({ tabId, base, document, openMerge }: LeftEntry): readonly LeftChanges[] {
  if (openMerge === undefined) {
    return [{ base: readDocument(base.definition), document, endsEntry: tabId }]
  }
  const settle = (answer: 'base' | 'theirs') =>
    mergeDocuments(
      openMerge.base,
      document,
      openMerge.theirs,
      (id): MergeChoice | 'base' => openMerge.choices.get(id) ?? answer,
    ).document
  return [
    { base: readDocument(openMerge.nextBase.definition), document: settle('theirs') },
    { base: settle('base'), document, endsEntry: tabId },
  ]
}
