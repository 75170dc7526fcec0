import { ApiError, describeError, isTransient } from '../../api/api-error.ts'
import * as t from '../../texts/editor/sync.ts'
import type { MergeConflict } from '../model/merge-documents.ts'
import type { RemoteDraft } from './draft-transport.ts'
import type { OtherSide } from './journal.ts'

/** `saving` includes edits that wait to be saved; `offline`: the server cannot be reached, and saving resumes by itself. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'conflict' | 'error'

/** Why edits cannot be saved at the moment. They are kept in the browser. */
export interface SaveProblem {
  readonly kind: 'forbidden' | 'deleted' | 'refused' | 'signed-out'
  readonly message: string
}

export interface SyncState {
  /** `failed`: the workflow could not be loaded, and nothing of it is known here. */
  readonly phase: 'loading' | 'failed' | 'ready'
  readonly loadError: unknown
  readonly saveState: SaveState
  readonly problem: SaveProblem | null
  /** When the server last confirmed that it has everything, in milliseconds since 1970. */
  readonly savedAt: number | null
  readonly conflicts: readonly MergeConflict[]
  /** Who made the other changes of the conflicts. */
  readonly conflictsBy: OtherSide
  /** The last known state of the server. */
  readonly remote: RemoteDraft | null
  /** False if the browser refuses to store edits. */
  readonly isKept: boolean
}

/** The edits are kept in the browser, but the server does not have them. */
export class UnsavedError extends Error {
  override readonly name = 'UnsavedError'
  readonly saveState: SaveState

  constructor({ saveState, problem }: SyncState) {
    super(problem?.message ?? saveState)
    this.saveState = saveState
  }
}

/** The server does not answer, or asks to come back later. */
export function isAway(error: unknown): boolean {
  return isTransient(error) || (error instanceof ApiError && (error.status === 429 || error.status === 408))
}

/** Returns a message for the user about something that saves first. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof UnsavedError)) return describeError(error)
  if (error.saveState === 'conflict' || error.saveState === 'offline') return t.unsaved[error.saveState]
  return t.unsaved.other
}

export function describeProblem(error: unknown): SaveProblem {
  if (!(error instanceof ApiError)) {
    reportError(error)
    return { kind: 'refused', message: describeError(error) }
  }
  const { status, message } = error
  if (status === 401) return { kind: 'signed-out', message }
  if (status === 403) return { kind: 'forbidden', message }
  return { kind: status === 404 ? 'deleted' : 'refused', message }
}
