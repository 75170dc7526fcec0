import { Play } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tabs } from '../../components/panel/tabs.tsx'
import { insertIntoField } from '../../expressions/focused-field.ts'
import { useExpressionScope } from '../../expressions/expression-scope.tsx'
import * as t from '../../texts/editor/inspector.ts'
import { InputPane, OutputPane } from './data-panes.tsx'
import { useBoundNode, useNodeBinding } from './form/binding.tsx'
import { HelpTab } from './help-tab.tsx'
import { DisabledNotice, type InspectorProps, NodeHeader, NodeScope } from './inspector.tsx'
import { ParametersTab } from './parameters-tab.tsx'
import { ReliabilityTab } from './reliability-tab.tsx'
import { focusFirstParameter } from './reveal-parameter.ts'

interface FocusViewProps extends Omit<InspectorProps, 'onOpenFocus' | 'onClose'> {
  onClose: () => void
  /** Runs this node alone; undefined if there is no recorded data to run it on. */
  onRunNode?: (() => void) | undefined
  isRunning?: boolean
}

type TabName = 'parameters' | 'reliability' | 'help'

/** One node on the whole screen: its input, its parameters and its output side by side. */
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
  onRunNode,
  isRunning = false,
}: FocusViewProps) {
  const node = useBoundNode()
  const { nodeType, problems, isReadOnly } = useNodeBinding()
  const scope = useExpressionScope()
  const [tab, setTab] = useState<TabName>('parameters')
  const container = useRef<HTMLDivElement>(null)

  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })

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
  return (
    <div
      ref={container}
      role="region"
      aria-label={t.focusTitle(name)}
      tabIndex={-1}
      data-command-scope="focus"
      className="absolute inset-0 z-30 flex animate-fade flex-col bg-surface outline-none"
    >
      <div className="border-b border-line">
        <NodeHeader node={node} nodeTypes={nodeTypes} onSelectNode={onSelectNode} onClose={onClose}>
          {onRunNode !== undefined && (
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
      <div className="grid min-h-0 flex-1 grid-cols-1 overflow-y-auto lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_minmax(0,1fr)] lg:grid-rows-1 lg:overflow-hidden">
        <div className="min-h-72 min-w-0 max-lg:order-2 max-lg:border-t lg:border-r border-line lg:min-h-0">
          <InputPane
            position={scope.position}
            overlay={overlay}
            onPickPath={isReadOnly ? undefined : insertIntoField}
          />
        </div>
        <Tabs<TabName>
          label={t.tabs}
          value={tab}
          onChange={setTab}
          className="min-w-0"
          contentClassName="lg:overflow-y-auto"
          tabs={[
            {
              value: 'parameters',
              label: t.tabParameters,
              count: problems.length > 0 ? problems.length : undefined,
              tone: 'danger',
              content: <ParametersTab key={node.id} />,
            },
            { value: 'reliability', label: t.tabReliability, content: <ReliabilityTab key={node.id} /> },
            ...(nodeType === undefined
              ? []
              : [{ value: 'help' as const, label: t.tabHelp, content: <HelpTab nodeType={nodeType} /> }]),
          ]}
        />
        <div className="min-h-72 min-w-0 max-lg:order-3 max-lg:border-t lg:border-l border-line lg:min-h-0">
          <OutputPane position={scope.position} overlay={overlay} />
        </div>
      </div>
    </div>
  )
}
