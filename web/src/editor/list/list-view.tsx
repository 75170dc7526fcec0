import { clsx } from 'clsx'
import { EllipsisVertical, Plus } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { CommandMenuItem, Menu, MenuItem, MenuLabel, MenuSeparator, Submenu } from '../../components/menu.tsx'
import { Markdown } from '../../graph/cards/markdown.tsx'
import { NameEditor } from '../../graph/cards/name-editor.tsx'
import { NodeTile } from '../../graph/cards/node-icon.tsx'
import { describeRun, ProblemBadge, RunBadge } from '../../graph/cards/run-badge.tsx'
import { readNote } from '../../graph/scene/annotations.ts'
import { edgeKey, handleOf } from '../../graph/types.ts'
import * as graphTexts from '../../texts/graph.ts'
import * as counts from '../../texts/problem-counts.ts'
import * as edits from '../../texts/editor/edits.ts'
import * as t from '../../texts/editor/list.ts'
import type { CanvasState } from '../canvas/use-canvas-state.ts'
import type { EditorCommands } from '../commands/use-editor-commands.ts'
import type { EditorSession } from '../editor-session.ts'
import { connectNodes, removeEdges } from '../model/edits/edges.ts'
import { rulesFrom } from '../model/edits/expression-rules.ts'
import { renameNode } from '../model/edits/rename-node.ts'
import { useProblemCounts } from '../use-problems.ts'
import { outline, type OutlineRow } from './outline.ts'

interface ListViewProps {
  session: EditorSession
  state: CanvasState
  commands: EditorCommands
  /** The editor on a phone: says that drawing needs more space. */
  isPhone: boolean
  onOpen: (nodeId: string) => void
}

/** The graph as a list of steps, for the keyboard, for screen readers and for phones. */
export function ListView({ session, state, commands, isPhone, onOpen }: ListViewProps) {
  const { nodeTypes, store, canEdit } = session
  const { document } = state
  const selected = useStore(store, (one) => one.selectedNodes)
  const rows = useMemo(() => outline(document, nodeTypes), [document, nodeTypes])
  const notes = document.nodes.filter(({ type }) => type === 'note')
  const problems = useProblemCounts(session.problems)
  const list = useRef<HTMLOListElement>(null)

  const current = rows.findIndex(({ node }) => selected.has(node.id))
  const focusRow = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    store.select([row.node.id])
    list.current?.querySelectorAll<HTMLElement>('[data-row]')[index]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget) return
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
    }
    const next = targets[event.key]
    if (next !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      event.stopPropagation()
      focusRow(Math.min(Math.max(next, 0), rows.length - 1))
    }
  }

  return (
    <div className="size-full overflow-y-auto bg-canvas">
      <div className="mx-auto w-full max-w-3xl space-y-3 px-3 py-4 sm:px-6">
        {isPhone && (
          <p className="rounded-control border border-line bg-surface px-3 py-2 text-[0.8125rem] text-muted">
            {t.phoneNote}
          </p>
        )}
        {notes.map((node) => {
          const { text } = readNote(node)
          return (
            text !== '' && (
              <aside
                key={node.id}
                aria-label={graphTexts.note}
                className="rounded-control bg-family-annotation-soft px-3 py-2 text-[0.8125rem] text-family-annotation"
              >
                <Markdown text={text} />
              </aside>
            )
          )
        })}
        {rows.length === 0 && (
          <div
            data-empty-graph
            tabIndex={-1}
            className="rounded-card border border-line bg-surface px-4 py-10 text-center text-sm text-muted outline-none"
          >
            <p>{t.empty}</p>
            {canEdit && (
              <Button size="sm" className="mt-4" onClick={() => state.setAdding({})}>
                <Plus aria-hidden="true" className="size-4" />
                {t.addFirst}
              </Button>
            )}
          </div>
        )}
        <ol ref={list} aria-label={t.label} className="space-y-1.5">
          {rows.map((row, index) => (
            <Row
              key={row.node.id}
              row={row}
              isSelected={selected.has(row.node.id)}
              isTabStop={current === -1 ? index === 0 : index === current}
              problems={problems.get(row.node.id) ?? 0}
              session={session}
              state={state}
              commands={commands}
              onOpen={onOpen}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
          ))}
        </ol>
      </div>
    </div>
  )
}

interface RowProps {
  row: OutlineRow
  isSelected: boolean
  isTabStop: boolean
  problems: number
  session: EditorSession
  state: CanvasState
  commands: EditorCommands
  onOpen: (nodeId: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Row({
  row,
  isSelected,
  isTabStop,
  problems,
  session,
  state,
  commands,
  onOpen,
  onKeyDown,
}: RowProps) {
  const { nodeTypes, store, canEdit, run } = session
  const { node, depth, branch } = row
  const name = nodeTypes.nameOf(node)
  const line = nodeTypes.lineOf(node)
  const nodeRun = run.overlay?.nodes.get(node.id)
  const reached = branchText(branch)
  const description = graphTexts.describeNode({
    name,
    type: nodeTypes.titleOf(node.type),
    line,
    facts: [
      ...(reached === '' ? [] : [reached]),
      ...(node.disabled === true ? [graphTexts.disabled] : []),
      ...(node.pinned_output === undefined ? [] : [graphTexts.pinned]),
      ...(problems > 0 ? [counts.errors(problems)] : []),
      ...(nodeRun === undefined ? [] : describeRun(nodeRun)),
    ],
  })
  return (
    <li aria-level={depth + 1} style={{ paddingInlineStart: Math.min(depth, 6) * 20 }}>
      {reached !== '' && <p className="mb-1 pl-1 text-xs text-muted">{reached}</p>}
      <div
        className={clsx(
          'relative flex items-center gap-3 rounded-xl border bg-raised py-2.5 pr-2 pl-3',
          isSelected
            ? 'border-accent ring-3 ring-accent/20'
            : problems > 0 || nodeRun?.status === 'failed'
              ? 'border-danger'
              : 'border-line',
          node.disabled === true && 'border-dashed',
        )}
      >
        {state.renaming !== node.id && (
          <button
            type="button"
            data-row
            data-node={node.id}
            aria-label={description}
            aria-current={isSelected ? 'true' : undefined}
            tabIndex={isTabStop ? 0 : -1}
            onClick={() => {
              store.select([node.id])
              onOpen(node.id)
            }}
            onFocus={() => !isSelected && store.select([node.id])}
            onKeyDown={onKeyDown}
            className="absolute inset-0 rounded-[11px] outline-offset-4"
          />
        )}
        <div
          className={clsx(
            'pointer-events-none flex min-w-0 flex-1 items-center gap-3',
            node.disabled === true && 'text-muted *:first:opacity-50',
          )}
        >
          <NodeTile
            type={node.type}
            family={nodeTypes.familyOf(node.type)}
            icon={nodeTypes.find(node.type)?.icon}
            service={nodeTypes.serviceOf(node)}
          />
          <div className="min-w-0 flex-1">
            {state.renaming === node.id ? (
              <NameEditor
                name={name}
                onSave={(next) =>
                  state.edit(edits.rename, (draft) => {
                    renameNode(draft, node.id, next, rulesFrom(nodeTypes.all))
                  })
                }
                onEnd={(isByKey) => state.endRenaming(node.id, isByKey)}
              />
            ) : (
              <p dir="auto" className="truncate text-[0.8125rem] font-semibold">
                {name}
              </p>
            )}
            {line !== '' && (
              <p dir="auto" className="truncate text-xs text-muted">
                {line}
              </p>
            )}
          </div>
          <span aria-hidden="true" className="flex shrink-0 flex-wrap justify-end gap-1">
            {problems > 0 && <ProblemBadge count={problems} />}
            {nodeRun !== undefined && <RunBadge run={nodeRun} />}
          </span>
        </div>
        {canEdit && <RowMenu row={row} name={name} session={session} state={state} commands={commands} />}
      </div>
    </li>
  )
}

interface RowMenuProps {
  row: OutlineRow
  name: string
  session: EditorSession
  state: CanvasState
  commands: EditorCommands
}

function RowMenu({ row: { node }, name, session, state, commands }: RowMenuProps) {
  const { nodeTypes, store } = session
  const { document, edit, setAdding } = state
  const handles = nodeTypes.handlesOf(node)
  const outgoing = document.edges.filter(({ source }) => source === node.id)
  const nameOf = (id: string) => {
    const other = document.nodes.find((one) => one.id === id)
    return other === undefined ? id : nodeTypes.nameOf(other)
  }
  const targets = document.nodes.filter(
    (other) =>
      other.id !== node.id &&
      nodeTypes.familyOf(other.type) !== 'annotation' &&
      !nodeTypes.isTrigger(other.type),
  )
  const labelOf = (handle: string) => graphTexts.outputName(handle)
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={EllipsisVertical} label={t.actions(name)} className="relative" />}
      onOpenChange={(open) => open && store.select([node.id])}
    >
      {handles.map((handle) => (
        <MenuItem key={handle} onSelect={() => setAdding({ after: { nodeId: node.id, handle } })}>
          <Plus aria-hidden="true" />
          {labelOf(handle) === '' ? t.addAfter : t.addAfterOutput(labelOf(handle))}
        </MenuItem>
      ))}
      {handles.length > 0 && (
        <Submenu label={t.connectTo}>
          {targets.length === 0 && <MenuLabel>{t.noTargets}</MenuLabel>}
          {handles.map((handle) => (
            <div key={handle} role="none">
              {labelOf(handle) !== '' && <MenuLabel>{t.connectFrom(labelOf(handle))}</MenuLabel>}
              {targets.map((target) => (
                <MenuItem
                  key={target.id}
                  onSelect={() =>
                    edit(edits.connect, (draft) => {
                      connectNodes(draft, {
                        source: node.id,
                        target: target.id,
                        ...(handle === 'main' ? {} : { sourceHandle: handle }),
                      })
                    })
                  }
                >
                  {nodeTypes.nameOf(target)}
                </MenuItem>
              ))}
            </div>
          ))}
        </Submenu>
      )}
      {outgoing.map((one) => (
        <MenuItem
          key={edgeKey(one)}
          onSelect={() => edit(edits.disconnect, (draft) => removeEdges(draft, [edgeKey(one)]))}
        >
          {t.disconnectFrom(
            labelOf(handleOf(one)) === ''
              ? nameOf(one.target)
              : `${nameOf(one.target)} (${labelOf(handleOf(one))})`,
          )}
        </MenuItem>
      ))}
      <MenuSeparator />
      {[commands.runUntil, commands.runAlone, commands.rename, commands.disable, commands.duplicate].map(
        (command) => command.enabled !== false && <CommandMenuItem key={command.id} command={command} />,
      )}
      <MenuSeparator />
      <CommandMenuItem command={commands.remove} tone="danger" />
    </Menu>
  )
}

function branchText(branch: string | undefined): string {
  if (branch === undefined) return ''
  if (branch === 'each') return t.eachItem
  if (branch === 'done') return t.afterLoop
  const name = graphTexts.outputName(branch)
  return name === '' ? '' : t.when(name)
}
