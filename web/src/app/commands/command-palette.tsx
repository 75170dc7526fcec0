import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command as Palette, defaultFilter } from 'cmdk'
import { Search, Workflow as WorkflowIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { workflowNamesQuery } from '../../api/workflows.ts'
import { Spinner } from '../../components/spinner.tsx'
import * as t from '../../texts/commands.ts'
import { runCommand } from './run-command.ts'
import type { RegisteredCommand } from './registry.ts'
import { ShortcutHint } from './shortcut-hint.tsx'
import { useRegisteredCommands } from './use-commands.ts'

const OFFERED_WORKFLOWS = 5

interface CommandPaletteProps {
  /** Returns what was typed before the palette was there. */
  takeTyped: () => string
  onClose: () => void
}

/** Finds commands, pages and workflows by name. */
export function CommandPalette({ takeTyped, onClose }: CommandPaletteProps) {
  const commands = useRegisteredCommands().filter(
    ({ enabled, hidden }) => enabled !== false && hidden !== true,
  )
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const name = useDeferredValue(search.trim())
  const { data: workflows = [], isFetching } = useQuery({
    ...workflowNamesQuery(name),
    placeholderData: (previous) => previous,
  })
  const { chosen, choose } = useChoice(search, [
    ...commands.map(({ id, ...command }) => ({ value: id, keywords: keywordsOf(command) })),
    ...workflows.map((workflow) => ({ value: valueOf(workflow), keywords: [workflow.name] })),
  ])
  // Close first: a command may open a dialog that must get the focus.
  const run = (command: Pick<RegisteredCommand, 'title' | 'run'>) => {
    onClose()
    setTimeout(() => runCommand(command), 0)
  }
  const toItem = (command: RegisteredCommand) => (
    <Palette.Item
      key={command.id}
      value={command.id}
      keywords={keywordsOf(command)}
      onSelect={() => run(command)}
      className={itemClass}
    >
      {command.icon ? <command.icon aria-hidden="true" /> : <span className="w-4" />}
      <span className="truncate">{command.title}</span>
      {command.keys?.[0] !== undefined && <ShortcutHint keys={command.keys[0]} className="ml-auto" />}
    </Palette.Item>
  )
  const toWorkflowItem = (workflow: { readonly id: string; readonly name: string }) => (
    <Palette.Item
      key={workflow.id}
      value={valueOf(workflow)}
      keywords={[workflow.name]}
      onSelect={() =>
        run({
          title: workflow.name,
          run: () => navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id } }),
        })
      }
      className={itemClass}
    >
      <WorkflowIcon aria-hidden="true" />
      <span className="truncate">{workflow.name}</span>
    </Palette.Item>
  )
  // The palette ranks what it finds within a group, not across groups: what matches best would not come first.
  const isSearching = search.trim() !== ''
  const groupedCommands = [...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
    <PaletteGroup key={group} heading={group}>
      {members.map(toItem)}
    </PaletteGroup>
  ))
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            const typed = takeTyped()
            // At once: the field has the focus from now on, and the next key must not replace what was typed before.
            if (typed !== '') queueMicrotask(() => flushSync(() => setSearch((before) => before + typed)))
          }}
          className="fixed inset-x-3 top-3 z-60 mx-auto max-w-xl animate-rise overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-float outline-none sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">{t.search}</Dialog.Title>
          <Palette label={t.paletteLabel} loop filter={rank} value={chosen} onValueChange={choose}>
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
              <Palette.Input
                value={search}
                onValueChange={setSearch}
                placeholder={t.palettePlaceholder}
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
              />
              {isFetching && <Spinner className="size-4 text-muted" />}
            </div>
            <Palette.List
              label={t.results}
              className="max-h-[min(24rem,60dvh)] scroll-py-2 overflow-y-auto p-2"
            >
              <Palette.Empty className="px-3 py-8 text-center text-sm text-muted">
                {t.nothingFound(search)}
              </Palette.Empty>
              {isSearching ? commands.map(toItem) : groupedCommands}
              {workflows.length > 0 &&
                (isSearching ? (
                  workflows.map(toWorkflowItem)
                ) : (
                  <PaletteGroup heading={t.workflows}>
                    {workflows.slice(0, OFFERED_WORKFLOWS).map(toWorkflowItem)}
                  </PaletteGroup>
                ))}
            </Palette.List>
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface Choice {
  readonly value: string
  /** The first one is the title. */
  readonly keywords: readonly string[]
}

function keywordsOf({
  title,
  group,
  keywords = [],
}: Pick<RegisteredCommand, 'title' | 'group' | 'keywords'>) {
  return [title, group, ...keywords]
}

function valueOf({ id }: { readonly id: string }): string {
  return `workflow ${id}`
}

/**
 * What Enter would run: what matches best, until the user moves to something else. The palette by itself stays with what
 * was first when the user typed, even if a better match arrives a moment later.
 */
function useChoice(search: string, choices: readonly Choice[]) {
  const list = [search, ...choices.map(({ value }) => value)].join('\n')
  const [moved, setMoved] = useState<{ readonly value: string; readonly list: string }>()
  const choose = (value: string) => setMoved({ value, list })
  const best = search.trim() === '' ? choices[0] : bestOf(search, choices)
  return { chosen: moved?.list === list ? moved.value : (best?.value ?? ''), choose }
}

function bestOf(search: string, choices: readonly Choice[]): Choice | undefined {
  let best: { choice: Choice; score: number } | undefined
  for (const choice of choices) {
    const score = rank(choice.value, search, [...choice.keywords])
    if (score > (best?.score ?? 0)) best = { choice, score }
  }
  return best?.choice
}

/** What is called exactly like that comes first, then what begins with it. The first keyword is the title. */
function rank(value: string, search: string, keywords: string[] = []): number {
  const wanted = search.trim().toLowerCase()
  const title = keywords[0]?.toLowerCase() ?? ''
  if (title === wanted) return 1
  const score = defaultFilter(value, search, keywords)
  return title.startsWith(wanted) ? Math.max(0.95, score * 0.99) : score * 0.9
}

const itemClass =
  'flex h-10 cursor-pointer items-center gap-3 rounded-[0.4375rem] px-2.5 text-[0.8125rem] select-none aria-selected:bg-hover sm:h-9 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted'

function PaletteGroup({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <Palette.Group
      heading={heading}
      className="[&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Palette.Group>
  )
}
