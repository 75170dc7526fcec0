import type { FollowNames } from '../model/separate-names.ts'
import { createDraftTransport, type DraftTransport, type RemoteDraft } from './draft-transport.ts'
import { DraftSync } from './draft-sync.ts'
import { openJournal } from './indexed-db-journal.ts'
import { openTabChannel } from './tab-channel.ts'

/** How often a visible page looks for changes by others. */
const LOOK_MS = 10_000
/** How long a workflow stays open after its page was left, so that undo survives a look at another page. */
const LINGER_MS = 60_000

interface SyncOptions {
  readonly userId: string
  /** Of the workflow, or of another resource that `transport` saves. */
  readonly workflowId: string
  readonly transport?: DraftTransport
  /** What follows when a merge renames a node or field. */
  readonly followNames: FollowNames
  /** The working copy as a cache knows it. */
  readCached(): Promise<RemoteDraft | undefined>
  onMerged(by: string | null): void
}

interface OpenSync {
  readonly sync: DraftSync
  readonly close: () => void
  holders: number
  lingering: ReturnType<typeof setTimeout> | undefined
}

const open = new Map<string, OpenSync>()

/** The working copy of a workflow, if it is open in this tab. */
export function findSync(userId: string, workflowId: string): DraftSync | undefined {
  return open.get(keyOf(userId, workflowId))?.sync
}

function keyOf(userId: string, workflowId: string): string {
  return `${userId} ${workflowId}`
}

/** Opens a workflow, or joins those who have it open in this tab. Returns how to leave it. */
export function acquireSync(options: SyncOptions): () => void {
  const key = keyOf(options.userId, options.workflowId)
  const entry = open.get(key) ?? openSync(options)
  open.set(key, entry)
  clearTimeout(entry.lingering)
  entry.holders += 1
  return () => {
    entry.holders -= 1
    if (entry.holders > 0) return
    entry.lingering = setTimeout(() => {
      open.delete(key)
      entry.close()
    }, LINGER_MS)
  }
}

function openSync({
  userId,
  workflowId,
  transport = createDraftTransport(workflowId),
  followNames,
  readCached,
  onMerged,
}: SyncOptions): OpenSync {
  const channel = openTabChannel(`millrace-draft ${userId} ${workflowId}`)
  const sync = new DraftSync({
    transport,
    journal: openJournal(userId, workflowId),
    followNames,
    now: () => Date.now(),
    schedule: (delayMs, task) => {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    onMerged,
    onSaved: (etag) => channel.post(etag),
  })
  const closing = new AbortController()
  const { signal } = closing
  const wake = () => sync.wake()
  channel.listen(wake)
  globalThis.addEventListener('online', wake, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') wake()
      // A hidden page may be frozen or closed at any time.
      else void sync.flush().catch(() => undefined)
    },
    { signal },
  )
  const looking = setInterval(() => {
    const { phase, saveState } = sync.state.getState()
    const isQuiet = phase === 'ready' && (saveState === 'saved' || saveState === 'saving')
    if (isQuiet && document.visibilityState === 'visible') wake()
  }, LOOK_MS)
  void sync.start(readCached)
  return {
    sync,
    holders: 0,
    lingering: undefined,
    close: () => {
      clearInterval(looking)
      closing.abort()
      channel.close()
      sync.close()
    },
  }
}
