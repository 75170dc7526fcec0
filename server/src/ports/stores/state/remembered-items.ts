/**
 * Memories are sets of items that were seen before: of polls, and of state of the kind `seen`. What belongs to them is deleted
 * later and in batches, because there may be a hundred thousand items.
 */
export interface RememberedItems {
  /** Deletes up to `limit` items of memories that were forgotten. False: nothing is left that no other process deletes. */
  deleteForgotten(limit: number): Promise<boolean>
}
