import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { describeError } from '../../../api/api-error.ts'
import { checkQuery } from '../../../api/workflows.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { Textarea } from '../../../components/input/textarea.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { toast } from '../../../components/toast-store.ts'
import { DiffList } from '../../../editor/diff/diff-list.tsx'
import { readDocument } from '../../../editor/model/definition.ts'
import { diffDocuments } from '../../../editor/model/diff-documents.ts'
import { rulesFrom } from '../../../editor/model/edits/expression-rules.ts'
import {
  countResults,
  describeDefinition,
  shadowStore,
  startTrial,
} from '../../../editor/shadow/shadow-store.ts'
import { wordProblems } from '../../../editor/word-problems.ts'
import { describeFailure } from '../../../editor/sync/sync-state.ts'
import type { WorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import type { NodeTypes } from '../../../graph/node-types.ts'
import type { GraphDocument } from '../../../graph/types.ts'
import * as common from '../../../texts/common.ts'
import * as t from '../../../texts/editor/publish.ts'
import * as counts from '../../../texts/problem-counts.ts'
import * as shadowTexts from '../../../texts/editor/shadow.ts'
import { MessageText } from '../../../components/message-text.tsx'

/** Enough to notice a mistake, and quick. */
const OFFERED_RUNS = 10

type OpenWorkflow = Extract<WorkflowDocument, { status: 'ready' }>

interface PublishDialogProps {
  open: boolean
  document: OpenWorkflow
  nodeTypes: NodeTypes
  onClose: () => void
  /** Shows the results of trying the working copy on past runs. */
  onTry: () => void
  /** Shows a problem in the editor. */
  onShowProblem?: (nodeId: string, parameter: string | null) => void
}

/** Says what goes live and what is wrong with it, and asks for a note. */
export function PublishDialog(props: PublishDialogProps) {
  const { open, document, onClose } = props
  const isPublished = document.workflow.status === 'published'
  return (
    <Dialog
      open={open}
      onDismiss={onClose}
      title={isPublished ? t.changesTitle : t.title}
      description={
        isPublished ? t.changesDescription(document.workflow.draft?.version_number ?? null) : t.description
      }
      size="lg"
    >
      <Content {...props} isPublished={isPublished} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that every opening starts afresh. */
function Content({
  document,
  nodeTypes,
  onClose,
  onTry,
  onShowProblem,
  isPublished,
}: PublishDialogProps & { isPublished: boolean }) {
  const [note, setNote] = useState('')
  const { document: shown, revision } = useStore(document.store)
  const check = useQuery(
    checkQuery(document.workflow.id, `publish ${revision}`, {
      nodes: [...shown.nodes],
      edges: [...shown.edges],
      variables: shown.variables,
    }),
  )
  const problems = wordProblems(check.data ?? [], shown, nodeTypes)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const publish = useMutation({
    mutationFn: () => document.publish(note),
    onSuccess: () => {
      toast.show({ tone: 'success', title: t.published })
      onClose()
    },
  })
  return (
    <>
      <DialogBody>
        {publish.error !== null && (
          <Alert tone="danger" live title={t.failed}>
            {describeFailure(publish.error)}
          </Alert>
        )}
        {check.isPending && (
          <Loading label={t.checking}>
            <Skeleton className="h-10" />
          </Loading>
        )}
        {check.error !== null && (
          <Alert tone="warning" title={t.checkFailed}>
            {describeError(check.error)}
          </Alert>
        )}
        {errors.length > 0 && (
          <Alert tone="danger" title={t.errors(errors.length)}>
            <p>{t.errorsNote}</p>
            <Problems problems={errors} nodes={shown.nodes} nodeTypes={nodeTypes} onShow={onShowProblem} />
          </Alert>
        )}
        {warnings.length > 0 && (
          <Alert tone="warning" title={counts.warnings(warnings.length)}>
            <p>{t.warningsNote}</p>
            <Problems problems={warnings} nodes={shown.nodes} nodeTypes={nodeTypes} onShow={onShowProblem} />
          </Alert>
        )}
        <Field label={t.note} hint={t.noteHint}>
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={1_000}
              rows={2}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <PastRuns document={document} shown={shown} onTry={onTry} />
        {isPublished && <Differences document={document} shown={shown} nodeTypes={nodeTypes} />}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={publish.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          variant={errors.length > 0 ? 'danger' : 'primary'}
          busy={publish.isPending}
          onClick={() => publish.mutate()}
        >
          {errors.length > 0 ? t.publishAnyway : t.publish}
        </Button>
      </DialogFooter>
    </>
  )
}

interface PastRunsProps {
  document: OpenWorkflow
  shown: GraphDocument
  onTry: () => void
}

/** Offers to try the working copy on past runs; after that, says what came out. */
function PastRuns({ document, shown, onTry }: PastRunsProps) {
  const { id } = document.workflow
  const { phase, runs, definition } = useStore(shadowStore(id))
  const isTried = phase !== 'idle' && runs.length > 0 && definition === describeDefinition(shown)
  const start = () => {
    void startTrial({ workflowId: id, count: OFFERED_RUNS, document: shown, flush: document.flush })
    onTry()
  }
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3.5">
      <div className="min-w-0 flex-1 text-[0.8125rem]">
        <h3 className="text-sm font-medium">
          {isTried ? shadowTexts.tried(runs.length) : shadowTexts.offer}
        </h3>
        <p className="text-muted">
          {isTried ? shadowTexts.summary(countResults(runs)) : shadowTexts.offerNote}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={isTried ? onTry : start}>
        {isTried ? shadowTexts.showResults : shadowTexts.open}
      </Button>
    </section>
  )
}

interface DifferencesProps {
  document: OpenWorkflow
  shown: GraphDocument
  nodeTypes: NodeTypes
}

function Differences({ document, shown, nodeTypes }: DifferencesProps) {
  const { workflow } = document
  const live = useMemo(() => readDocument(workflow), [workflow])
  const diff = useMemo(() => diffDocuments(live, shown, rulesFrom(nodeTypes.all)), [live, shown, nodeTypes])
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{t.differences}</h3>
      {diff.isEmpty ? (
        <p className="text-[0.8125rem] text-muted">{t.nothing}</p>
      ) : (
        <DiffList diff={diff} nodes={[...shown.nodes, ...live.nodes]} nodeTypes={nodeTypes} />
      )}
    </section>
  )
}

const MAX_PROBLEMS = 5

interface ProblemsProps {
  problems: readonly { node_id: string | null; parameter: string | null; message: string }[]
  nodes: GraphDocument['nodes']
  nodeTypes: NodeTypes
  onShow: PublishDialogProps['onShowProblem']
}

function Problems({ problems, nodes, nodeTypes, onShow }: ProblemsProps) {
  const rest = problems.length - MAX_PROBLEMS
  return (
    <>
      <ul className="mt-2 list-disc space-y-1 pl-4">
        {problems.slice(0, MAX_PROBLEMS).map(({ node_id: nodeId, parameter, message }) => {
          const node = nodes.find(({ id }) => id === nodeId)
          return (
            <li key={`${nodeId} ${parameter} ${message}`}>
              {node !== undefined && onShow !== undefined && (
                <button
                  type="button"
                  className="mr-1.5 font-medium underline underline-offset-2"
                  onClick={() => onShow(node.id, parameter)}
                >
                  {nodeTypes.nameOf(node)}
                </button>
              )}
              <MessageText>{message}</MessageText>
            </li>
          )
        })}
      </ul>
      {rest > 0 && <p className="mt-1">{t.moreProblems(rest)}</p>}
    </>
  )
}
