import { Link } from '@tanstack/react-router'
import * as t from '../../../texts/settings/variables.ts'

const MAX_SHOWN = 8

interface UsedByProps {
  workflows: readonly { readonly id: string; readonly name: string; readonly nodes: readonly string[] }[]
  intro: string
}

/** The workflows that use a variable, with a way to each. */
export function UsedBy({ workflows, intro }: UsedByProps) {
  return (
    <div className="space-y-1 text-[0.8125rem] text-muted">
      <p>{intro}</p>
      {workflows.length > 0 && (
        <ul className="space-y-0.5">
          {workflows.slice(0, MAX_SHOWN).map(({ id, name, nodes }) => (
            <li key={id} className="truncate">
              <Link
                to="/workflows/$workflowId"
                params={{ workflowId: id }}
                search={{} as never}
                className="font-medium text-ink underline-offset-2 hover:underline"
              >
                {nodes.length === 0 ? t.mayUse(name) : name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
