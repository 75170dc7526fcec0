import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view'
import { findCompletions, findDocumentation, type Knowledge } from '../completions.ts'
import { help } from '../../help/help-store.ts'
import type { ExpressionMode } from '../evaluate.ts'
import { regionAt } from '../receiver.ts'
import { completionList, renderDocs } from './completion-list.ts'
import { problemField } from './expression-language.ts'

/** Completion and hover. `knowledge` is read when it is needed, because it changes with every run. */
export function expressionAssistance(
  mode: ExpressionMode,
  knowledge: () => Knowledge | undefined,
): Extension {
  return [
    completionList((state, position) => {
      const known = knowledge()
      return known && findCompletions(state.doc.toString(), position, mode, known)
    }, /[.[]$|\{\{\s*$/),
    // In a fixed text, the key explains the parameter instead.
    keymap.of([{ key: 'F1', run: (view) => openHelp(view, mode, knowledge()) }]),
    hoverTooltip((view, position) => hover(view, position, mode, knowledge()), { hoverTime: 300 }),
  ]
}

function hover(view: EditorView, position: number, mode: ExpressionMode, knowledge: Knowledge | undefined) {
  const problem = view.state.field(problemField).find(({ from, to }) => from <= position && position <= to)
  if (problem !== undefined) {
    const { message, suggestion } = problem.problem
    const info = { signature: message, help: suggestion ?? '' }
    return { pos: problem.from, end: problem.to, create: () => ({ dom: renderDocs(info, undefined) }) }
  }
  if (knowledge === undefined) return null
  const found = findDocumentation(view.state.doc.toString(), position, mode, knowledge)
  if (found === undefined) return null
  return { pos: found.from, end: found.to, create: () => ({ dom: renderDocs(found.info, found.value) }) }
}

/** Opens the help at the function or name before or behind the cursor, or at expressions in general. */
function openHelp(view: EditorView, mode: ExpressionMode, knowledge: Knowledge | undefined): boolean {
  const text = view.state.doc.toString()
  const { head } = view.state.selection.main
  if (regionAt(text, head, mode) === undefined) return false
  const [found] = [head, head - 1].flatMap((position) => {
    const docs = knowledge && findDocumentation(text, position, mode, knowledge)
    return docs === undefined ? [] : [docs]
  })
  const signature = found?.info.signature
  const isName = found !== undefined && signature === text.slice(found.from, found.to)
  const entry = signature === undefined ? undefined : `${isName ? 'name' : 'function'}:${signature}`
  help.open({ entry, topic: 'expressions' })
  return true
}
