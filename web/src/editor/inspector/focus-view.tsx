import { Play } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Tabs } from '../../components/panel/tabs.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { insertIntoField } from '../../expressions/focused-field.ts'
import { useExpressionScope } from '../../expressions/expression-scope.tsx'
import * as t from '../../texts/editor/inspector.ts'
import * as counts from '../../texts/problem-counts.ts'
import { InputPane, OutputPane } from './data-panes.tsx'
import { useSettledNode, useNodeBinding } from './form/binding.tsx'
import { runFieldAction } from './field-actions.ts'
import { HelpTab } from './help-tab.tsx'
import { DisabledNotice, type InspectorProps, NodeHeader, NodeScope } from './inspector.tsx'
import { ParametersTab } from './parameters-tab.tsx'
import { ReliabilityTab } from './reliability-tab.tsx'
import { focusFirstParameter, revealParameter } from './reveal-parameter.ts'
import { countErrors } from '../use-problems.ts'

interface FocusViewProps extends Omit<InspectorProps, 'onOpenFocus' | 'onClose'> {
  onClose: () => void
  /** Runs this node alone; undefined if there is no recorded data to run it on. */
  onRunNode?: (() => void) | undefined
  isRunning?: boolean
}

type TabName = 'input' | 'parameters' | 'output' | 'reliability' | 'help'

/** One node on the whole screen: its input, its parameters and its output side by side, or as tabs on a small screen. */
export function FocusView(props: FocusViewProps) {
  return (
    <NodeScope {...props}>
      <FocusContent {...props} />
    </NodeScope>
  )
}

function FocusContent({
  nodeTypes,
  overlay,
  onSelectNode,
  onClose,
  onRunUntil,
  onRunNode,
  isRunning = false,
}: FocusViewProps) {
  const node = useSettledNode()
  const { nodeType, problems, isReadOnly } = useNodeBinding()
  const errors = countErrors(problems)
  const scope = useExpressionScope()
  const [tab, setTab] = useState<TabName>('parameters')
  const container = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery('(min-width: 64rem)')

  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })

  const { revealed, leads } = useNodeBinding()
  useEffect(() => {
    if (revealed !== undefined) requestAnimationFrame(() => revealParameter(container.current, revealed))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same problem, chosen again, leads here again
  }, [revealed, leads])

  useEffect(() => {
    const before = document.activeElement
    if (!focusFirstParameter(container.current)) container.current?.focus()
    // On the window: menus, completions and fields that use the key themselves come first.
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isInside =
        target === document.body || (target instanceof Node && container.current?.contains(target) === true)
      if (event.key === 'Escape' && !event.defaultPrevented && isInside) latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  if (node === undefined || scope === undefined) return null
  const name = nodeTypes.nameOf(node)
  // Beside the parameters on a wide screen.
  const input = {
    value: 'input' as const,
    label: t.input,
    content: <InputPane position={scope.position} overlay={overlay} />,
  }
  const output = {
    value: 'output' as const,
    label: t.output,
    content: <OutputPane position={scope.position} overlay={overlay} onRunUntil={onRunUntil} />,
  }
  const tabs = (
    <Tabs<TabName>
      label={t.tabs}
      value={isWide && (tab === 'input' || tab === 'output') ? 'parameters' : tab}
      onChange={setTab}
      className="min-w-0 flex-1"
      contentClassName="overflow-y-auto"
      tabs={[
        ...(isWide ? [] : [input]),
        {
          value: 'parameters',
          label: t.tabParameters,
          count: errors > 0 ? errors : undefined,
          countLabel: counts.errors(errors),
          tone: 'danger',
          content: <ParametersTab key={node.id} />,
        },
        ...(isWide ? [] : [output]),
        { value: 'reliability', label: t.tabReliability, content: <ReliabilityTab key={node.id} /> },
        ...(nodeType === undefined
          ? []
          : [{ value: 'help' as const, label: t.tabHelp, content: <HelpTab nodeType={nodeType} /> }]),
      ]}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside
    <div
      ref={container}
      role="region"
      aria-label={t.focusTitle(name)}
      tabIndex={-1}
      data-command-scope="focus"
      onKeyDown={runFieldAction}
      className="absolute inset-0 z-30 flex animate-fade flex-col bg-surface outline-none"
    >
      <div className="border-b border-line">
        <NodeHeader node={node} nodeTypes={nodeTypes} onSelectNode={onSelectNode} onClose={onClose}>
          {onRunNode !== undefined && !isWide && (
            <IconButton icon={Play} label={t.runNode} busy={isRunning} onClick={onRunNode} />
          )}
          {onRunNode !== undefined && isWide && (
            <Button variant="secondary" size="sm" busy={isRunning} title={t.runNodeHelp} onClick={onRunNode}>
              <Play aria-hidden="true" className="size-4" />
              {t.runNode}
            </Button>
          )}
        </NodeHeader>
      </div>
      {node.disabled === true && (
        <div className="pt-2">
          <DisabledNotice nodeId={node.id} />
        </div>
      )}
      {isWide ? (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_minmax(0,1fr)] grid-rows-1 overflow-hidden">
          <div className="min-h-0 min-w-0 border-r border-line">
            <InputPane
              position={scope.position}
              overlay={overlay}
              onPickPath={isReadOnly ? undefined : insertIntoField}
            />
          </div>
          {tabs}
          <div className="min-h-0 min-w-0 border-l border-line">
            <OutputPane position={scope.position} overlay={overlay} onRunUntil={onRunUntil} />
          </div>
        </div>
      ) : (
        tabs
      )}
    </div>
  )
}
