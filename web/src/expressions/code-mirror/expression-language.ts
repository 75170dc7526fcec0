import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { ExpressionProblem, TokenKind } from '@millrace/expressions'
import type { ExpressionMode } from '../evaluate.ts'
import { regionsOf } from '../receiver.ts'

const marks = new Map<TokenKind, Decoration>()

function markOf(kind: TokenKind): Decoration {
  let mark = marks.get(kind)
  if (mark === undefined) {
    mark = Decoration.mark({ class: `cm-token-${kind}` })
    marks.set(kind, mark)
  }
  return mark
}

function decorate(state: EditorState, mode: ExpressionMode): DecorationSet {
  const text = state.doc.toString()
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, innerFrom, innerTo, tokens } of regionsOf(text, mode)) {
    if (innerFrom > from) builder.add(from, innerFrom, markOf('delimiter'))
    for (const token of tokens) builder.add(token.from, token.to, markOf(token.kind))
    if (to > innerTo) builder.add(innerTo, to, markOf('delimiter'))
  }
  return builder.finish()
}

/** Colours expressions with the tokens of the language itself. */
export function expressionHighlight(mode: ExpressionMode): Extension {
  return StateField.define<DecorationSet>({
    create: (state) => decorate(state, mode),
    update: (decorations, transaction) =>
      transaction.docChanged ? decorate(transaction.state, mode) : decorations,
    provide: (field) => EditorView.decorations.from(field),
  })
}

export const showProblems = StateEffect.define<readonly ExpressionProblem[]>()

interface ShownProblem {
  readonly from: number
  readonly to: number
  readonly problem: ExpressionProblem
}

const problemMark = Decoration.mark({ class: 'cm-problem' })

/** The problems of the last check. They move with the text until the next one. */
export const problemField = StateField.define<readonly ShownProblem[]>({
  create: () => [],
  update(shown, transaction) {
    let next = shown
    if (transaction.docChanged && shown.length > 0)
      next = shown.map((one) => ({
        ...one,
        from: transaction.changes.mapPos(one.from),
        to: transaction.changes.mapPos(one.to),
      }))
    for (const effect of transaction.effects)
      if (effect.is(showProblems)) next = effect.value.map((problem) => locate(problem, transaction.state))
    return next
  },
  provide: (field) =>
    EditorView.decorations.from(field, (problems) =>
      Decoration.set(
        problems.filter(({ from, to }) => to > from).map(({ from, to }) => problemMark.range(from, to)),
        true,
      ),
    ),
})

/** The compiler reports where the problem starts and the text that causes it. */
function locate(problem: ExpressionProblem, { doc }: EditorState): ShownProblem {
  const from = Math.min(problem.position.offset, doc.length)
  const length = Math.max(1, problem.excerpt.replace(/…$/, '').length)
  const to = Math.min(doc.length, from + length)
  return { from: to === from ? Math.max(0, from - 1) : from, to, problem }
}
