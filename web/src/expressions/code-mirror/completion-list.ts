import {
  autocompletion,
  type Completion as CodeMirrorCompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorState, Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { afterPaint } from '../../components/after-paint.ts'
import { type Completion, type CompletionInfo, exampleLine, type Found } from '../completions.ts'
import { matchLabel } from '../match-label.ts'
import { completionKeys } from './completion-keys.ts'

/** What could stand at the position, before it is compared with what was typed there. */
type FindAt = (state: EditorState, position: number) => Found | undefined

/** A list of completions that opens while somebody types. `opensAfter`: also behind these, without a letter. */
export function completionList(find: FindAt, opensAfter: RegExp): Extension {
  const list = (state: EditorState, position: number, isAsked: boolean): Ranked | undefined => {
    const found = find(state, position)
    if (found === undefined) return undefined
    const typed = state.sliceDoc(found.from, position)
    const before = state.sliceDoc(Math.max(0, position - 20), position)
    if (!isAsked && typed === '' && !opensAfter.test(before)) return undefined
    const items = rank(found.items, typed)
    return items.length === 0 ? undefined : { from: found.from, items }
  }
  /** The character comes first: the list is computed and shown after its paint. */
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!context.explicit) await painted(context)
    if (context.aborted) return null
    const found = list(context.state, context.pos, context.explicit)
    if (found === undefined) return null
    const options = found.items.map(toOption)
    // CodeMirror would rank by rules of its own, and only once it shows the list.
    return { from: found.from, options, filter: false, getMatch: (option) => (option as Option).ranges }
  }
  return [
    completionKeys({
      willStay: ({ state }) => list(state, state.selection.main.head, false) !== undefined,
      takeFirst: (view) => {
        const { head } = view.state.selection.main
        const found = list(view.state, head, false)
        const first = found?.items[0]
        if (found === undefined || first === undefined) return false
        insert(view, first, { from: found.from, to: head })
        return true
      },
    }),
    autocompletion({
      override: [complete],
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
            value.textContent = (completion as Option).value
            return value
          },
        },
      ],
    }),
  ]
}

type Match = Completion & { readonly letters: readonly number[] }

interface Ranked extends Found {
  readonly items: readonly Match[]
}

/** What fits, the best first. */
function rank(items: readonly Completion[], typed: string): readonly Match[] {
  return items
    .flatMap((item) => {
      const match = matchLabel(item.label, typed)
      return match === undefined ? [] : [{ ...item, ...match }]
    })
    .sort(
      (one, other) => one.rank - other.rank || other.boost - one.boost || (one.label < other.label ? -1 : 1),
    )
}

/**
 * The next character gives up on this one's list. Without that, CodeMirror takes an empty list of the character before for
 * the answer to the next one, and a fast typist gets none.
 */
async function painted(context: CompletionContext): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = afterPaint(resolve)
    const giveUp = () => {
      cancel()
      resolve()
    }
    context.addEventListener('abort', giveUp, { onDocChange: true })
  })
}

interface Option extends CodeMirrorCompletion {
  readonly value: string
  readonly ranges: readonly number[]
}

function toOption(item: Match): Option {
  return {
    label: item.label,
    type: item.kind,
    value: item.detail,
    // The ends of a range are two numbers.
    ranges: item.letters.flatMap((at) => [at, at + 1]),
    ...(item.info && { info: () => renderDocs(item.info as CompletionInfo, undefined) }),
    apply: (view: EditorView, _: unknown, from: number, to: number) => insert(view, item, { from, to }),
  }
}

function insert(view: EditorView, item: Completion, { from, to }: { from: number; to: number }): void {
  const start = item.replacesDot && view.state.sliceDoc(from - 1, from) === '.' ? from - 1 : from
  view.dispatch({
    changes: { from: start, to, insert: item.insert },
    selection: { anchor: start + item.insert.length - item.back },
    userEvent: 'input.complete',
  })
}

export function renderDocs(info: CompletionInfo, value: string | undefined): HTMLElement {
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
