import { clsx } from 'clsx'
import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react'
import { NodeTile } from '../../graph/cards/node-icon.tsx'
import type { GraphDocument } from '../../graph/types.ts'
import * as t from '../../texts/editor/drawer.ts'
import type { EditorSession, Problem } from '../editor-session.ts'
import { MessageText } from '../../components/message-text.tsx'

interface ProblemsListProps {
  session: EditorSession
  document: GraphDocument
  onOpen: (problem: Problem) => void
}

/** Everything that makes runs fail, and what is probably not intended. Each entry leads to its parameter. */
export function ProblemsList({ session, document, onOpen }: ProblemsListProps) {
  const { problems, nodeTypes } = session
  if (problems === undefined) return <p className="px-4 py-6 text-[0.8125rem] text-muted">{t.checking}</p>
  if (problems.length === 0) {
    return (
      <p className="flex items-center gap-2 px-4 py-6 text-[0.8125rem] text-muted">
        <CircleCheck aria-hidden="true" className="size-4 text-success-ink" />
        {t.noProblems}
      </p>
    )
  }
  return (
    <ul aria-label={t.tabNames.problems} className="divide-y divide-line/70">
      {problems.map((problem, index) => {
        const node = document.nodes.find(({ id }) => id === problem.node_id)
        return (
          // The list is replaced as a whole by every check.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button
              type="button"
              onClick={() => onOpen(problem)}
              className="flex w-full items-center gap-3 px-4 py-2 text-left text-[0.8125rem] hover:bg-hover"
            >
              {node === undefined ? (
                <span
                  className={clsx(
                    'grid size-7 shrink-0 place-items-center rounded-[7px]',
                    problem.severity === 'warning'
                      ? 'bg-warning-soft text-warning-ink'
                      : 'bg-danger-soft text-danger-ink',
                  )}
                >
                  <TriangleAlert aria-hidden="true" className="size-4" />
                </span>
              ) : (
                <NodeTile
                  type={node.type}
                  family={nodeTypes.familyOf(node.type)}
                  icon={nodeTypes.find(node.type)?.icon}
                  service={nodeTypes.serviceOf(node)}
                  size="sm"
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span dir="auto" className="truncate font-medium">
                    {node === undefined ? t.wholeWorkflow : nodeTypes.nameOf(node)}
                  </span>
                  <span
                    className={clsx(
                      'shrink-0 text-xs font-medium',
                      problem.severity === 'warning' ? 'text-warning-ink' : 'text-danger-ink',
                    )}
                  >
                    {t.severities[problem.severity]}
                  </span>
                  {problem.parameter !== null && (
                    <span className="truncate font-mono text-xs text-muted">{problem.parameter}</span>
                  )}
                </span>
                <span className="block text-muted">
                  <MessageText>{problem.message}</MessageText>
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
