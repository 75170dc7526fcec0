import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import type { EditorState, Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view'
import {
  type Completion,
  type CompletionInfo,
  exampleLine,
  findCompletions,
  findDocumentation,
  type Found,
  type Knowledge,
} from '../completions.ts'
import { afterPaint } from '../../components/after-paint.ts'
import { help } from '../../help/help-store.ts'
import type { ExpressionMode } from '../evaluate.ts'
import { fitsLabel } from '../fits-label.ts'
import { regionAt } from '../receiver.ts'
import { completionKeys } from './completion-keys.ts'
import { problemField } from './expression-language.ts'

/** Completion and hover. `knowledge` is read when it is needed, because it changes with every run. */
export function expressionAssistance(
  mode: ExpressionMode,
  knowledge: () => Knowledge | undefined,
): Extension {
  return [
    completionKeys((state) => listOptions(state, { mode, knowledge: knowledge() }) !== undefined),
    autocompletion({
      override: [(context) => complete(context, mode, knowledge)],
      icons: false,
      defaultKeymap: true,
      activateOnTypingDelay: 0,
      interactionDelay: 0,
      // Twice as many as are in view.
      maxRenderedOptions: 24,
      addToOptions: [
        {
          position: 80,
          render: (completion) => {
            const value = document.createElement('span')
            value.className = 'cm-completionValue'
            value.textContent = (completion as { value?: string }).value ?? ''
            return value
          },
        },
      ],
    }),
    // In a fixed text, the key explains the parameter instead.
    keymap.of([{ key: 'F1', run: (view) => openHelp(view, mode, knowledge()) }]),
    hoverTooltip((view, position) => hover(view, position, mode, knowledge()), { hoverTime: 300 }),
  ]
}

/** The character comes first: the list is computed and shown after its paint. */
async function complete(
  context: CompletionContext,
  mode: ExpressionMode,
  readKnowledge: () => Knowledge | undefined,
): Promise<CompletionResult | null> {
  if (!context.explicit) await new Promise<void>((resolve) => void afterPaint(resolve))
  if (context.aborted) return null
  const { state, pos, explicit } = context
  const found = listOptions(state, { mode, knowledge: readKnowledge(), explicit, pos })
  return found === undefined ? null : { from: found.from, options: found.items.map(toOption) }
}

interface ListQuestion {
  readonly mode: ExpressionMode
  readonly knowledge: Knowledge | undefined
  /** Somebody asked for the list. */
  readonly explicit?: boolean
  /** Without one: at the cursor. */
  readonly pos?: number
}

/** What the list has for the text of now, or undefined if it has nothing. */
function listOptions(
  state: EditorState,
  { mode, knowledge, explicit = false, pos = state.selection.main.head }: ListQuestion,
): Found | undefined {
  if (knowledge === undefined) return undefined
  const text = state.doc.toString()
  const found = findCompletions(text, pos, mode, knowledge)
  if (found === undefined) return undefined
  const before = text.slice(0, pos)
  const isOpen = found.from < pos || /[.[]$/.test(before)
  if (!explicit && !isOpen && before.trimEnd().slice(-2) !== '{{') return undefined
  const items = found.items.filter(({ label }) => fitsLabel(label, text.slice(found.from, pos)))
  return items.length === 0 ? undefined : { from: found.from, items }
}

function toOption(item: Completion) {
  return {
    label: item.label,
    boost: item.boost,
    type: item.kind,
    value: item.detail,
    ...(item.info && { info: () => renderDocs(item.info as CompletionInfo, undefined) }),
    apply: (view: EditorView, _: unknown, from: number, to: number) => {
      const start = item.replacesDot && view.state.sliceDoc(from - 1, from) === '.' ? from - 1 : from
      view.dispatch({
        changes: { from: start, to, insert: item.insert },
        selection: { anchor: start + item.insert.length - item.back },
        userEvent: 'input.complete',
      })
    },
  }
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

function renderDocs(info: CompletionInfo, value: string | undefined): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-docs'
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['cm-docs-signature', info.signature],
    ['cm-docs-help', info.help],
    ['cm-docs-example', value ?? exampleLine(info)],
  ]
  for (const [className, text] of lines) {
    if (text === undefined || text === '') continue
    const line = document.createElement('div')
    line.className = className
    line.textContent = text
    dom.append(line)
  }
  return dom
}
