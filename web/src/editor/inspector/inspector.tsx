import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Maximize2, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { InlineEdit } from '../../components/input/inline-edit.tsx'
import { Tabs } from '../../components/panel/tabs.tsx'
import { ExpressionScopeProvider, useExpressionScope } from '../../expressions/expression-scope.tsx'
import { NodeTile } from '../../graph/cards/node-icon.tsx'
import type { NodeTypes } from '../../graph/node-types.ts'
import type { GraphNode } from '../../graph/types.ts'
import { parameterIn } from '../../run/failed-step.ts'
import type { RunOverlay } from '../../run/run-overlay.ts'
import { withoutBody } from '../../run/without-body.ts'
import * as t from '../../texts/editor/inspector.ts'
import * as counts from '../../texts/problem-counts.ts'
import { rulesFrom } from '../model/edits/expression-rules.ts'
import { setMember } from '../model/edits/parameters.ts'
import { renameNode } from '../model/edits/rename-node.ts'
import { useEditorStore } from '../model/editor-store.ts'
import { InputPane, OutputPane } from './data-panes.tsx'
import { type NodeProblem, NodeBindingProvider, useSettledNode, useNodeBinding } from './form/binding.tsx'
import { ParameterInput } from './controls/parameter-input.tsx'
import { type ParameterControlProps, ParameterComponentContext } from './form/parameter-component.ts'
import { runFieldAction } from './field-actions.ts'
import { HelpTab } from './help-tab.tsx'
import { neighbours } from './neighbours.ts'
import { ParametersTab } from './parameters-tab.tsx'
import { ReliabilityTab } from './reliability-tab.tsx'
import { revealParameter } from './reveal-parameter.ts'
import { useInspectorScope } from './use-inspector-scope.ts'
import { countErrors } from '../use-problems.ts'
import { MessageText } from '../../components/message-text.tsx'

export interface InspectorProps {
  workflowId: string
  nodeId: string
  nodeTypes: NodeTypes
  /** The run in view; by default, expressions use the data of the last one. */
  runId?: string | undefined
  overlay?: RunOverlay | undefined
  /** All problems of the workflow. */
  problems?: readonly NodeProblem[] | undefined
  isReadOnly?: boolean
  /** A parameter to show and focus, as a path in `data`: where a problem leads. */
  parameter?: string | undefined
  /** Counts what led to a parameter, so that the same one can be shown again. */
  leads?: number
  /** Shows a parameter of this node. */
  onShowParameter?: ((parameter: string) => void) | undefined
  onSelectNode: (nodeId: string) => void
  onChooseRun: (executionId: string) => void
  onOpenFocus?: (() => void) | undefined
  /** Runs the workflow up to the node; undefined if nobody may run it now. */
  onRunUntil?: (() => void) | undefined
  /** Back to the graph, by Escape. */
  onLeave?: (() => void) | undefined
  onClose?: (() => void) | undefined
}

type TabName = 'parameters' | 'data' | 'reliability' | 'help'

const renderParameter = (props: ParameterControlProps) => <ParameterInput {...props} />

const noProblems: readonly NodeProblem[] = []

/** Everything about one node, beside the canvas. */
export function Inspector(props: InspectorProps) {
  return (
    <NodeScope {...props}>
      <InspectorContent {...props} />
    </NodeScope>
  )
}

/** Gives the parts of the inspector their node, its problems and the data of its expressions. */
export function NodeScope(props: InspectorProps & { children: ReactNode }) {
  const {
    workflowId,
    nodeId,
    nodeTypes,
    runId,
    overlay,
    problems = noProblems,
    isReadOnly = false,
    parameter,
    leads = 0,
    onChooseRun,
  } = props
  const scope = useInspectorScope({ workflowId, nodeId, nodeTypes, runId, overlay, onChooseRun })
  const store = useEditorStore()
  const type = store.getState().document.nodes.find(({ id }) => id === nodeId)?.type
  const binding = useMemo(
    () => ({
      nodeId,
      workflowId,
      nodeType: type === undefined ? undefined : nodeTypes.find(type),
      problems: problems.filter(({ node_id: id }) => id === nodeId),
      isReadOnly,
      revealed: parameter,
      leads,
    }),
    [nodeId, workflowId, nodeTypes, type, problems, isReadOnly, parameter, leads],
  )
  return (
    <NodeBindingProvider binding={binding}>
      <ParameterComponentContext value={renderParameter}>
        <ExpressionScopeProvider scope={scope}>{props.children}</ExpressionScopeProvider>
      </ParameterComponentContext>
    </NodeBindingProvider>
  )
}

function InspectorContent({
  nodeTypes,
  overlay,
  parameter,
  leads = 0,
  onShowParameter,
  onSelectNode,
  onOpenFocus,
  onRunUntil,
  onLeave,
  onClose,
}: InspectorProps) {
  const node = useSettledNode()
  const { nodeType, problems } = useNodeBinding()
  const errors = countErrors(problems)
  const request = `${leads} ${parameter ?? ''}`
  const [chosen, choose] = useState<{ tab: TabName; request: string }>({ tab: 'parameters', request })
  // A link to a parameter opens its tab; what the user chooses afterwards stays.
  const tab = parameter === undefined || chosen.request === request ? chosen.tab : 'parameters'
  const scope = useExpressionScope()
  const container = useRef<HTMLDivElement>(null)
  const nodeId = node?.id
  useEffect(() => {
    if (parameter === undefined || nodeId === undefined) return
    requestAnimationFrame(() => revealParameter(container.current, parameter))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same problem, chosen again, leads here again
  }, [parameter, nodeId, leads])
  if (node === undefined || scope === undefined)
    return <p className="p-4 text-[13px] text-muted">{t.nothingSelected}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={container}
      data-command-scope="inspector"
      onKeyDown={(event) => {
        if (runFieldAction(event)) return
        // Menus, completions and fields that use the key themselves come first.
        if (event.key !== 'Escape' || event.defaultPrevented || onLeave === undefined) return
        event.preventDefault()
        onLeave()
      }}
      className="flex h-full min-h-0 flex-col bg-surface"
    >
      <NodeHeader
        node={node}
        nodeTypes={nodeTypes}
        onSelectNode={onSelectNode}
        onOpenFocus={onOpenFocus}
        onClose={onClose}
      />
      {node.disabled === true && <DisabledNotice nodeId={node.id} />}
      <Tabs<TabName>
        label={t.tabs}
        value={tab}
        onChange={(next) => choose({ tab: next, request })}
        className="flex-1"
        contentClassName="overflow-y-auto"
        tabs={[
          {
            value: 'parameters',
            label: t.tabParameters,
            count: errors > 0 ? errors : undefined,
            countLabel: counts.errors(errors),
            tone: 'danger',
            content: (
              <>
                <RunFailure message={overlay?.nodes.get(node.id)?.error?.message} onShow={onShowParameter} />
                <ParametersTab key={node.id} />
              </>
            ),
          },
          {
            value: 'data',
            label: t.tabData,
            content: (
              <div className="flex h-full min-h-0 flex-col">
                <div className="min-h-0 flex-1 border-b border-line">
                  <InputPane position={scope.position} overlay={overlay} />
                </div>
                <div className="min-h-0 flex-1">
                  <OutputPane position={scope.position} overlay={overlay} onRunUntil={onRunUntil} />
                </div>
              </div>
            ),
          },
          { value: 'reliability', label: t.tabReliability, content: <ReliabilityTab key={node.id} /> },
          ...(nodeType === undefined
            ? []
            : [{ value: 'help' as const, label: t.tabHelp, content: <HelpTab nodeType={nodeType} /> }]),
        ]}
      />
    </div>
  )
}

interface RunFailureProps {
  message: string | undefined
  onShow: ((parameter: string) => void) | undefined
}

/** Why the node failed in the run in view, beside the parameters that may be the cause. */
function RunFailure({ message, onShow }: RunFailureProps) {
  if (message === undefined) return null
  const parameter = parameterIn(message)
  return (
    <div className="mx-4 mt-4 rounded-control bg-danger-soft p-2.5 text-[13px] text-danger-ink">
      <p className="break-words">
        <strong className="font-semibold">{t.failedInRun}</strong>{' '}
        <MessageText>{withoutBody(message)}</MessageText>
      </p>
      {parameter !== undefined && onShow !== undefined && (
        <button
          type="button"
          onClick={() => onShow(parameter)}
          className="mt-1 rounded font-semibold underline-offset-2 hover:underline"
        >
          {t.showParameter}
        </button>
      )}
    </div>
  )
}

interface NodeHeaderProps {
  node: GraphNode
  nodeTypes: NodeTypes
  onSelectNode: (nodeId: string) => void
  onOpenFocus?: (() => void) | undefined
  onClose?: (() => void) | undefined
  children?: ReactNode
}

/** Icon, name and type of the node, and the way to its neighbours. */
export function NodeHeader({
  node,
  nodeTypes,
  onSelectNode,
  onOpenFocus,
  onClose,
  children,
}: NodeHeaderProps) {
  const store = useEditorStore()
  const { isReadOnly } = useNodeBinding()
  const { previous, next } = neighbours(store.getState().document, node.id)
  const type = nodeTypes.find(node.type)
  const name = nodeTypes.nameOf(node)
  const rename = (text: string) =>
    store.edit(t.renamed, (draft) => {
      renameNode(draft, node.id, text, rulesFrom(nodeTypes.all))
    })
  return (
    <header className="flex items-center gap-3 px-4 pt-3 pb-2">
      <NodeTile
        type={node.type}
        family={nodeTypes.familyOf(node.type)}
        icon={type?.icon}
        service={nodeTypes.serviceOf(node)}
      />
      <div className="min-w-0 flex-1">
        <h2 className={clsx('flex min-w-0 text-[15px] leading-6 font-semibold', !isReadOnly && '-ml-1.5')}>
          <InlineEdit
            label={t.nodeName}
            value={name}
            onSave={rename}
            validate={(text) => (text === '' ? t.nameRequired : undefined)}
            maxLength={200}
            readOnly={isReadOnly}
          />
        </h2>
        <p className="truncate text-xs text-muted">{nodeTypes.titleOf(node.type)}</p>
      </div>
      {children}
      <div className="flex shrink-0 items-center">
        <IconButton
          icon={ChevronLeft}
          label={t.previousNode}
          inactive={previous === undefined}
          onClick={() => previous !== undefined && onSelectNode(previous)}
        />
        <IconButton
          icon={ChevronRight}
          label={t.nextNode}
          inactive={next === undefined}
          onClick={() => next !== undefined && onSelectNode(next)}
        />
        {onOpenFocus && (
          <IconButton icon={Maximize2} label={t.openFocusView} keys="enter" onClick={onOpenFocus} />
        )}
        {onClose && <IconButton icon={X} label={t.closeInspector} onClick={onClose} />}
      </div>
    </header>
  )
}

export function DisabledNotice({ nodeId }: { nodeId: string }) {
  const store = useEditorStore()
  const { isReadOnly } = useNodeBinding()
  return (
    <div className="mx-4 mb-2 flex items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-2.5 text-xs text-muted">
      <span className="flex-1">{t.disabledNotice}</span>
      {!isReadOnly && (
        <Button
          variant="ghost"
          size="sm"
          className="md:h-6 md:px-2 md:text-xs"
          onClick={() => store.edit(t.enable, (draft) => setMember(draft, nodeId, 'disabled', undefined))}
        >
          {t.enable}
        </Button>
      )}
    </div>
  )
}
