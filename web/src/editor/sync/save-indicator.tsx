import { clsx } from 'clsx'
import { CircleAlert, CloudCheck, CloudOff, GitMerge, type LucideIcon, RefreshCw } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { describeError } from '../../api/api-error.ts'
import { useSignedInSession } from '../../app/layout/use-signed-in-session.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Popover } from '../../components/overlay/popover.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import type { NodeTypes } from '../../graph/node-types.ts'
import * as t from '../../texts/editor/sync.ts'
import { ConflictDialog, type DescribeConflict } from './conflict-dialog.tsx'
import type { EditorStore } from '../model/editor-store.ts'
import type { MergeChoice } from '../model/merge-documents.ts'
import type { SaveProblem, SaveState, SyncState } from './sync-state.ts'

/** A workflow or a form that is edited and saved behind that. */
interface SavedDocument extends Omit<SyncState, 'phase' | 'loadError'> {
  readonly store: EditorStore
  resolveConflict(ids: string | Iterable<string>, choice: MergeChoice): void
  copyAsNew(): Promise<string>
  retry(): void
}

/** How the texts call what is edited. */
interface SaveWords {
  readonly problemNotes: Readonly<Record<SaveProblem['kind'], string>>
  readonly copyAsNew: string
}

interface SaveIndicatorProps {
  document: SavedDocument
  nodeTypes?: NodeTypes | undefined
  words?: SaveWords
  describeConflict?: DescribeConflict
  /** Opens what `copyAsNew` has created. */
  onCopied: (id: string) => void
}

const looks: Record<SaveState, { icon: LucideIcon; className: string }> = {
  saved: { icon: CloudCheck, className: 'text-muted' },
  saving: { icon: RefreshCw, className: 'text-muted' },
  offline: { icon: CloudOff, className: 'text-warning-ink' },
  conflict: { icon: GitMerge, className: 'text-danger-ink' },
  error: { icon: CircleAlert, className: 'text-danger-ink' },
}

const workflowWords: SaveWords = { problemNotes: t.problemNotes, copyAsNew: t.copyAsNew }

/** Says whether the server has all changes, and leads to what can be done if it has not. */
export function SaveIndicator({
  document,
  nodeTypes,
  words = workflowWords,
  describeConflict,
  onCopied,
}: SaveIndicatorProps) {
  const { saveState, conflicts, conflictsBy } = document
  const { user } = useSignedInSession()
  const [isDismissed, setDismissed] = useState(false)
  const nodes = useStore(document.store, (state) => state.settled.nodes)
  const hasConflicts = conflicts.length > 0

  // The first conflict opens the dialog by itself; once dismissed, the indicator leads back to it.
  if (isDismissed && !hasConflicts) setDismissed(false)

  return (
    <>
      {hasConflicts ? (
        <IndicatorButton saveState="conflict" onClick={() => setDismissed(false)}>
          {t.conflict(conflicts.length)}
        </IndicatorButton>
      ) : (
        <Popover
          label={t.saveState}
          trigger={<IndicatorButton saveState={saveState}>{nameOf(saveState)}</IndicatorButton>}
          align="end"
        >
          <Details document={document} words={words} onCopied={onCopied} />
        </Popover>
      )}
      <output className="sr-only">{nameOf(saveState, conflicts.length)}</output>
      <ConflictDialog
        open={hasConflicts && !isDismissed}
        conflicts={conflicts}
        by={conflictsBy !== 'self' && conflictsBy.name === user.name ? 'self' : conflictsBy}
        nodes={nodes}
        nodeTypes={nodeTypes}
        {...(describeConflict === undefined ? {} : { describe: describeConflict })}
        onResolve={document.resolveConflict}
        onClose={() => setDismissed(true)}
      />
    </>
  )
}

function nameOf(saveState: SaveState, conflicts = 0): string {
  if (saveState === 'conflict') return t.conflict(conflicts)
  return { saved: t.saved, saving: t.saving, offline: t.offline, error: t.notSaved }[saveState]
}

interface IndicatorButtonProps extends ComponentProps<'button'> {
  saveState: SaveState
  children: ReactNode
}

function IndicatorButton({ saveState, children, ...rest }: IndicatorButtonProps) {
  const { icon: Icon, className } = looks[saveState]
  return (
    <button
      {...rest}
      type="button"
      className={clsx(
        'inline-flex h-10 shrink-0 items-center gap-1.5 rounded-control px-2 text-xs font-medium whitespace-nowrap transition-colors hover:bg-hover md:h-7',
        className,
      )}
    >
      {/* It does not turn: it would do so for as long as somebody types. */}
      <Icon aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{children}</span>
    </button>
  )
}

type DetailsProps = Required<Pick<SaveIndicatorProps, 'document' | 'words' | 'onCopied'>>

function Details({ document, words, onCopied }: DetailsProps) {
  const { saveState, problem, savedAt, isKept } = document
  const isUnsaved = saveState !== 'saved'
  return (
    <div className="space-y-3">
      {saveState === 'saved' && <p>{t.savedNote}</p>}
      {saveState === 'saving' && <p>{t.savingNote}</p>}
      {saveState === 'offline' && <p>{t.offlineNote}</p>}
      {problem !== null && <p>{words.problemNotes[problem.kind]}</p>}
      {problem?.kind === 'refused' && <p className="text-danger-ink">{problem.message}</p>}
      {isUnsaved && !isKept && <p className="text-warning-ink">{t.notKeptNote}</p>}
      {savedAt !== null && (
        <p className="text-xs text-muted">
          <RichText
            text={t.savedAt}
            slots={{ time: <RelativeTime value={new Date(savedAt).toISOString()} /> }}
          />
        </p>
      )}
      {(saveState === 'offline' || problem !== null) && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={document.retry}>
            {t.tryAgain}
          </Button>
          {problem !== null && problem.kind !== 'signed-out' && (
            <CopyAsNew document={document} words={words} onCopied={onCopied} />
          )}
        </div>
      )}
    </div>
  )
}

/** The way out if this workflow cannot be saved any more. */
function CopyAsNew({ document, words, onCopied }: DetailsProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const copy = async () => {
    setBusy(true)
    setError(undefined)
    try {
      onCopied(await document.copyAsNew())
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="sm" busy={busy} onClick={() => void copy()}>
        {words.copyAsNew}
      </Button>
      {error !== undefined && (
        <Alert tone="danger" live>
          {describeError(error)}
        </Alert>
      )}
    </>
  )
}
