import { useCallback, useEffect } from 'react'
import { toast } from '../../components/toast-store.ts'
import { arrangeDocument } from '../../graph/layout/layout.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import type { Point } from '../../graph/scene/geometry.ts'
import { isAnnotation } from '../../graph/types.ts'
import * as t from '../../texts/editor/edits.ts'
import { type Clipboard, parseClipboard, pasteNodes, toClipboard } from '../model/edits/clipboard.ts'
import { deleteNodes } from '../model/edits/delete-nodes.ts'
import { rulesFrom } from '../model/edits/expression-rules.ts'
import type { EditorStore } from '../model/editor-store.ts'
import { keepFocus } from './keep-focus.ts'

interface ClipboardOptions {
  readonly store: EditorStore
  readonly nodeTypes: NodeTypes
  readonly canEdit: boolean
  /** Where pasted nodes appear. */
  readonly pasteAt: () => Point
  /** Shows a graph that was arranged here and may be larger than the view. */
  readonly onArranged: (nodeIds: readonly string[]) => void
}

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'

/**
 * Copy, cut and paste by the events of the browser: they need no permission, and work with text from anywhere. The
 * commands in menus trigger the same events.
 */
export function useClipboard({ store, nodeTypes, canEdit, pasteAt, onArranged }: ClipboardOptions) {
  const pasteText = useCallback(
    (text: string) => {
      const parsed = parseClipboard(text)
      if (!parsed.ok) {
        toast.show({ tone: 'danger', title: t.nothingToPaste, description: t.pasteProblems[parsed.problem] })
        return
      }
      const { clipboard } = parsed
      const paste = (nodes: Clipboard) => {
        const select: string[] = []
        store.edit(
          t.paste(nodes.nodes.length),
          (draft) => {
            select.push(...pasteNodes(draft, nodes, { at: pasteAt(), rulesOf: rulesFrom(nodeTypes.all) }))
          },
          { select },
        )
        return select
      }
      if (clipboard.nodes.every((node) => node.position !== undefined || isAnnotation(node))) {
        paste(clipboard)
        return
      }
      // A graph that was written by hand or by a program has no positions.
      void arrangeDocument(clipboard, nodeTypes).then((positions) => {
        const nodes = clipboard.nodes.map((node) => {
          const position = positions.get(node.id)
          return position === undefined ? node : { ...node, position }
        })
        onArranged(paste({ ...clipboard, nodes }))
        return undefined
      })
    },
    [nodeTypes, onArranged, pasteAt, store],
  )

  useEffect(() => {
    const isOurs = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest(`${fields}, [role=dialog], [role=menu]`) !== null) return false
      return event.type === 'paste' || (getSelection()?.isCollapsed ?? true)
    }
    const onCopy = (event: ClipboardEvent) => {
      const { document, selectedNodes } = store.getState()
      if (!isOurs(event) || selectedNodes.size === 0) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', toClipboard(document, selectedNodes))
      if (event.type === 'cut' && canEdit)
        keepFocus(store, () =>
          store.edit(t.cut(selectedNodes.size), (draft) => deleteNodes(draft, selectedNodes), { select: [] }),
        )
      else toast.show({ tone: 'info', title: t.copied(selectedNodes.size) })
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!canEdit || !isOurs(event)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text === '') return
      event.preventDefault()
      pasteText(text)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [canEdit, pasteText, store])

  return {
    // The only way to copy without a permission, also on pages without HTTPS.
    copy: () => void document.execCommand('copy'),
    cut: () => void document.execCommand('cut'),
    paste: async () => {
      try {
        pasteText(await navigator.clipboard.readText())
      } catch {
        toast.show({ tone: 'danger', title: t.clipboardBlocked, description: t.clipboardBlockedNote })
      }
    },
  }
}
