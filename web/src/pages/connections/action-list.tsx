import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { actionQuery, type IntegrationAction } from '../../api/integrations.ts'
import { Button } from '../../components/button.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { Markdown } from '../../graph/cards/markdown.tsx'
import * as t from '../../texts/connections/integrations.ts'
import * as page from '../../texts/connections/page.ts'

/** More than anybody reads: the rest is found by search. */
const SHOWN = 100

interface ActionListProps {
  actions: readonly IntegrationAction[]
  /** Reads the parameters of one action where the list has none. */
  integrationId?: string | undefined
  onTry?: ((action: IntegrationAction) => void) | undefined
}

/** Actions with their documentation. */
export function ActionList({ actions, integrationId, onTry }: ActionListProps) {
  const [search, setSearch] = useState('')
  const wanted = search.toLowerCase()
  const found = actions.filter(({ name, title, help }) =>
    `${name} ${title} ${help}`.toLowerCase().includes(wanted),
  )
  return (
    <div className="space-y-2">
      {actions.length > 8 && (
        <SearchField
          label={t.searchActions}
          clearLabel={page.clearSearch}
          value={search}
          onChange={setSearch}
        />
      )}
      {found.length === 0 && <p className="text-[0.8125rem] text-muted">{t.noActions}</p>}
      <ul className="divide-y divide-line rounded-control border border-line">
        {found.slice(0, SHOWN).map((action) => (
          <ActionItem key={action.name} action={action} integrationId={integrationId} onTry={onTry} />
        ))}
      </ul>
      {found.length > SHOWN && <p className="text-xs text-muted">{t.moreActions(found.length - SHOWN)}</p>}
    </div>
  )
}

interface ActionItemProps {
  action: IntegrationAction
  integrationId: string | undefined
  onTry: ((action: IntegrationAction) => void) | undefined
}

function ActionItem({ action, integrationId, onTry }: ActionItemProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="text-[0.8125rem]">
      <div className="flex items-center gap-1 pr-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-control px-2.5 py-1.5 text-left -outline-offset-2 md:min-h-9"
        >
          <ChevronRight
            aria-hidden="true"
            className={isOpen ? 'size-4 shrink-0 rotate-90 text-muted' : 'size-4 shrink-0 text-muted'}
          />
          <span className="min-w-0 truncate font-medium">{action.title}</span>
        </button>
        {onTry !== undefined && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t.tryNamed(action.title)}
            onClick={() => onTry(action)}
            className="md:h-7 md:px-2 md:text-xs"
          >
            {t.tryAction}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="space-y-2.5 px-3 pb-3 pl-8.5">
          {action.help !== '' && (
            <div className="text-muted">
              <Markdown text={action.help} />
            </div>
          )}
          {action.parameters !== undefined || integrationId === undefined ? (
            <Parameters action={action} />
          ) : (
            <LoadedParameters action={action} integrationId={integrationId} />
          )}
        </div>
      )}
    </li>
  )
}

function LoadedParameters({ action, integrationId }: { action: IntegrationAction; integrationId: string }) {
  const { data, isPending } = useQuery(actionQuery(integrationId, action.name))
  if (isPending) {
    return (
      <Loading label={action.title}>
        <Skeleton className="h-4 w-1/2" />
      </Loading>
    )
  }
  return <Parameters action={data ?? action} />
}

interface ParameterSchema {
  readonly title?: string
  readonly description?: string
}

function Parameters({ action }: { action: IntegrationAction }) {
  const schema = (action.parameters ?? {}) as {
    readonly properties?: Readonly<Record<string, ParameterSchema>>
    readonly required?: readonly string[]
  }
  const entries = Object.entries(schema.properties ?? {})
  if (entries.length === 0) return <p className="text-xs text-muted">{t.noParameters}</p>
  return (
    <dl className="space-y-2">
      {entries.map(([name, { description }]) => (
        <div key={name}>
          <dt className="flex items-baseline gap-2">
            <code className="text-xs font-medium">{name}</code>
            {schema.required?.includes(name) === true && (
              <span className="text-[0.6875rem] text-muted">{t.required}</span>
            )}
          </dt>
          {description !== undefined && (
            <dd className="text-xs text-muted">
              <Markdown text={description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
