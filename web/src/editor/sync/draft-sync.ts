import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from '../../api/api-error.ts'
import type { GraphDocument } from '../../graph/types.ts'
import { readDocument, writeDefinition } from '../model/definition.ts'
import { createEditorStore, type EditorStore } from '../model/editor-store.ts'
import { type MergeChoice, mergeDocuments } from '../model/merge-documents.ts'
import { sameJson } from '../model/same-json.ts'
import { type FollowNames, separateNames } from '../model/separate-names.ts'
import type { DraftTransport, RemoteDraft } from './draft-transport.ts'
import type { Base, Journal, JournalEntry, LeftEntry, OpenMerge } from './journal.ts'
import { type LeftChanges, splitLeftEntry } from './left-changes.ts'
import { SaveSchedule } from './save-schedule.ts'
import { describeProblem, isAway, type SyncState, UnsavedError } from './sync-state.ts'

export interface DraftSyncDeps {
  readonly transport: DraftTransport
  readonly journal: Journal
  readonly now: () => number
  /** What follows when a merge renames a node. */
  readonly followNames: FollowNames
  /** Runs a task later, unless it is cancelled. */
  schedule(delayMs: number, task: () => void): () => void
  /** Edits that somebody made elsewhere were taken over. */
  onMerged(by: string | null): void
  /** This tab has saved; other tabs want to know. */
  onSaved(etag: string): void
}

const DEBOUNCE_MS = 600
/** Each attempt follows a save by somebody else. */
const MAX_MERGES = 10

interface KnownBase extends Base {
  readonly document: GraphDocument
}

/**
 * Keeps a working copy in the browser and on the server.
 *
 * 1. Every edit is in the journal before anything else happens, and stays there until the server has it.
 * 2. A save names the state it started from. If the server has another one, both are merged and the save is repeated.
 * 3. While a merge waits for answers, nothing is saved; the document has the values of this tab.
 * 4. Loading, saving and merging run one after another.
 */
export class DraftSync {
  readonly state: StoreApi<SyncState> = createStore<SyncState>(() => ({
    phase: 'loading',
    loadError: null,
    saveState: 'saved',
    problem: null,
    savedAt: null,
    conflicts: [],
    conflictsBy: { name: null },
    remote: null,
    isKept: true,
  }))
  readonly #deps: DraftSyncDeps
  readonly #schedule: SaveSchedule
  #editor: EditorStore | undefined
  #base: KnownBase | undefined
  #openMerge: OpenMerge | undefined
  readonly #left: LeftChanges[] = []
  #tail: Promise<void> = Promise.resolve()
  #isAnnouncing = true

  constructor(deps: DraftSyncDeps) {
    this.#deps = deps
    this.#schedule = new SaveSchedule(deps)
  }

  /** Defined once the phase is `ready`. */
  get editor(): EditorStore | undefined {
    return this.#editor
  }

  /** Shows what the browser knows, and then what the server has. What is cached may be outdated. */
  async start(
    readCached: () => Promise<RemoteDraft | undefined> = () => Promise.resolve(undefined),
  ): Promise<void> {
    const [newest, ...others] = await this.#deps.journal.readLeft()
    const cached = newest === undefined ? await readCached() : undefined
    if (newest !== undefined) this.#open(newest.base, newest)
    else if (cached !== undefined) {
      // The server is asked only whether it has another state.
      this.state.setState({ remote: cached })
      this.#open(cached)
    }
    // That the cache was outdated is not worth a message.
    this.#isAnnouncing = cached === undefined
    this.#leave(...others)
    if (newest !== undefined) {
      await this.#keep()
      await this.#deps.journal.remove(newest.tabId)
    }
    this.#deps.journal.watch((entry) => {
      this.#leave(entry)
      void this.#run(() => this.#takeOver())
    })
    await this.#run(async () => {
      await this.#pull()
      await this.#takeOver()
    })
    if (this.#editor !== undefined && this.state.getState().saveState === 'saving') this.#scheduleSave(0)
  }

  /** Looks for changes by others, and resumes what had to wait: the page is visible again, or there is a network. */
  wake(): void {
    void this.#run(async () => {
      await this.#pull()
      await this.#takeOver()
      await this.#save()
    })
  }

  /** Saves at once. Resolves when the server has everything; throws if that is not possible now. */
  async flush(): Promise<void> {
    this.#schedule.cancel()
    await this.#run(() => this.#save())
    if (this.#isDirty() || this.#openMerge !== undefined) throw new UnsavedError(this.state.getState())
  }

  async publish(note?: string): Promise<void> {
    await this.flush()
    try {
      await this.#deps.transport.publish(this.#knownBase().etag, note)
    } finally {
      // The working copy has another ETag now, or somebody else was faster.
      await this.#run(() => this.#pull())
    }
  }

  /** Returns to the live version, as an edit that can be undone. */
  async discard(label: string): Promise<void> {
    await this.flush()
    await this.#deps.transport.discard(this.#knownBase().etag)
    await this.#run(async () => {
      const remote = await this.#deps.transport.load()
      this.#base = toBase(remote)
      this.#replaceByEdit(label, this.#base.document)
      this.#settle(remote)
    })
  }

  resolveConflicts(ids: Iterable<string>, choice: MergeChoice): void {
    const open = this.#openMerge
    if (open === undefined) return
    const choices = new Map(open.choices)
    for (const id of ids) choices.set(id, choice)
    this.#openMerge = { ...open, choices }
    this.#continueMerge()
    if (this.#openMerge === undefined) {
      void this.#run(async () => {
        await this.#takeOver()
        await this.#save()
      })
    }
  }

  /** Makes a last attempt to save. What the server does not get stays in the journal for the next start. */
  close(): void {
    this.#schedule.close()
    void this.#run(() => this.#save()).then(() => this.#deps.journal.close())
  }

  #open(base: Base, entry?: JournalEntry): void {
    const known = toBase(base)
    const document = entry?.document ?? known.document
    const editor = createEditorStore(document)
    this.#base = known
    this.#editor = editor
    this.#openMerge = entry?.openMerge
    editor.subscribe((next, previous) => {
      if (next.document !== previous.document) this.#afterChange()
    })
    this.state.setState({ phase: 'ready', loadError: null, saveState: this.#isDirty() ? 'saving' : 'saved' })
    if (this.#openMerge !== undefined) this.#continueMerge()
  }

  #afterChange(): void {
    void this.#keep()
    if (this.#openMerge !== undefined) {
      this.#showConflicts()
      return
    }
    const { saveState } = this.state.getState()
    if (this.#document() === this.#knownBase().document) {
      if (saveState === 'saving') this.state.setState({ saveState: 'saved' })
      return
    }
    if (saveState === 'saved') this.state.setState({ saveState: 'saving' })
    // While the server is away, the retry decides when.
    if (saveState !== 'offline') this.#scheduleSave(DEBOUNCE_MS)
  }

  async #keep(): Promise<void> {
    const { definition, etag } = this.#knownBase()
    const isNeeded = this.#document() !== this.#knownBase().document || this.#openMerge !== undefined
    const entry: JournalEntry = {
      base: { definition, etag },
      document: this.#document(),
      openMerge: this.#openMerge,
    }
    const isKept = await this.#deps.journal.write(isNeeded ? entry : undefined)
    if (isKept !== this.state.getState().isKept) this.state.setState({ isKept })
  }

  #scheduleSave(delayMs: number): void {
    this.#schedule.saveIn(delayMs, () => void this.#run(() => this.#save()))
  }

  /** Runs a task after those that are under way. Its failure is shown, and never stops the next task. */
  #run(task: () => Promise<void>): Promise<void> {
    this.#tail = this.#tail.then(async () => {
      try {
        await task()
      } catch (error) {
        this.#fail(error)
      }
    })
    return this.#tail
  }

  #fail(error: unknown): void {
    if (this.#editor === undefined) {
      const isTemporary = isAway(error)
      this.state.setState({ phase: isTemporary ? 'loading' : 'failed', loadError: error })
      if (isTemporary) this.#schedule.retry(() => this.wake())
      return
    }
    if (isAway(error)) {
      // Without unsaved edits, the next look repeats what failed.
      if (!this.#isDirty()) return
      this.state.setState({ saveState: 'offline', problem: null })
      this.#schedule.retry(() => this.wake())
      return
    }
    this.state.setState({ saveState: 'error', problem: describeProblem(error) })
  }

  /** Takes over what the server has, if it is not what the edits here started from. */
  async #pull(): Promise<void> {
    if (this.#openMerge !== undefined) return
    const { transport } = this.#deps
    const known = this.state.getState().remote
    const isKnown = known !== null && known.etag === this.#base?.etag
    const remote = isKnown ? await transport.loadIfChanged(known.etag) : await transport.load()
    this.#schedule.serverAnswered()
    if (remote === undefined) {
      this.#isAnnouncing = true
      return this.#settle()
    }
    if (this.#editor === undefined) this.#open(remote)
    const base = this.#knownBase()
    if (remote.etag !== base.etag) {
      const nextBase = toBase(remote)
      const isChanged = !sameJson(base.document, nextBase.document)
      const before = this.#document()
      const by = { name: remote.updatedBy }
      this.#merge({ base: base.document, theirs: nextBase.document, nextBase, choices: new Map(), by })
      const isNews = isChanged && this.#isAnnouncing && this.#document() !== before
      if (isNews) this.#deps.onMerged(remote.updatedBy)
    }
    this.#isAnnouncing = true
    this.#settle(remote)
  }

  async #save(): Promise<void> {
    this.#schedule.saveBegins()
    for (let merges = 0; merges < MAX_MERGES; merges += 1) {
      if (this.#editor === undefined || this.#openMerge !== undefined) return
      const base = this.#knownBase()
      const document = this.#document()
      if (!this.#isDirty()) return this.#settle()
      this.state.setState({ saveState: 'saving', problem: null })
      const definition = writeDefinition(document, base.definition)
      try {
        const remote = await this.#deps.transport.save(definition, base.etag)
        this.#schedule.serverAnswered()
        this.#base = { definition, etag: remote.etag, document }
        this.#deps.onSaved(remote.etag)
        return this.#settle(remote)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error
      }
      await this.#pull()
    }
  }

  #leave(...entries: readonly LeftEntry[]): void {
    this.#left.push(...entries.flatMap(splitLeftEntry))
  }

  /** Merges what closed tabs left, one after the other. */
  async #takeOver(): Promise<void> {
    while (this.#editor !== undefined && this.#openMerge === undefined) {
      const left = this.#left.shift()
      if (left === undefined) return
      const nextBase = this.#knownBase()
      this.#merge({ base: left.base, theirs: left.document, nextBase, choices: new Map(), by: 'self' })
      await this.#keep()
      if (left.endsEntry !== undefined) await this.#deps.journal.remove(left.endsEntry)
      this.#settle()
    }
  }

  #merge(merge: OpenMerge): void {
    this.#openMerge = merge
    this.#continueMerge()
  }

  /** Applies what is decided. The merge ends when no conflict is left. */
  #continueMerge(): void {
    const open = this.#openMerge
    if (open === undefined) return
    const { base, theirs, nextBase, choices } = open
    const merged = mergeDocuments(base, this.#document(), theirs, (id) => choices.get(id))
    const { conflicts } = merged
    const document = separateNames(merged.document, theirs, this.#deps.followNames)
    if (conflicts.length === 0) {
      this.#openMerge = undefined
      this.#base = toBase(nextBase)
      // The same object means that there is nothing to save.
      if (sameJson(document, this.#base.document)) this.#base = { ...this.#base, document }
    }
    if (document === this.#document()) this.#afterChange()
    else this.#editor?.replaceDocument(document)
    this.#showConflicts()
  }

  #showConflicts(): void {
    const open = this.#openMerge
    if (open === undefined) {
      const { saveState, conflicts } = this.state.getState()
      if (conflicts.length > 0) this.state.setState({ conflicts: [] })
      if (saveState === 'conflict') this.state.setState({ saveState: this.#isDirty() ? 'saving' : 'saved' })
      return
    }
    const { conflicts } = mergeDocuments(open.base, this.#document(), open.theirs, (id) =>
      open.choices.get(id),
    )
    // An edit made the same change as the other side.
    if (conflicts.length === 0) this.#continueMerge()
    else {
      const conflictsBy = open.by ?? { name: null }
      this.state.setState({ conflicts, conflictsBy, saveState: 'conflict', problem: null })
    }
  }

  /** Shows the outcome of a task. */
  #settle(remote?: RemoteDraft): void {
    if (remote !== undefined) this.state.setState({ remote })
    if (this.#openMerge !== undefined) return
    void this.#keep()
    if (this.#isDirty()) {
      this.state.setState({ saveState: 'saving', problem: null })
      this.#scheduleSave(DEBOUNCE_MS)
    } else this.state.setState({ saveState: 'saved', savedAt: this.#deps.now(), problem: null })
  }

  #replaceByEdit(label: string, document: GraphDocument): void {
    this.#editor?.edit(label, (draft) => {
      Object.assign(draft, structuredClone(document))
    })
    const base = this.#knownBase()
    if (sameJson(this.#document(), base.document)) this.#base = { ...base, document: this.#document() }
  }

  #isDirty(): boolean {
    const { document } = this.#knownBase()
    return this.#document() !== document && !sameJson(this.#document(), document)
  }

  #document(): GraphDocument {
    if (this.#editor === undefined) throw new Error('the working copy is not loaded')
    return this.#editor.getState().document
  }

  #knownBase(): KnownBase {
    if (this.#base === undefined) throw new Error('the working copy is not loaded')
    return this.#base
  }
}

function toBase({ definition, etag }: Base): KnownBase {
  return { definition, etag, document: readDocument(definition) }
}
