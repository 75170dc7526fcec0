import { CornerDownLeft } from 'lucide-react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Textarea } from '../components/input/textarea.tsx'
import { insertIntoField, useCanInsert } from '../expressions/focused-field.ts'
import { evaluateExample } from '../expressions/function-docs.ts'
import * as t from '../texts/help.ts'
import type { FunctionEntry } from './help-entries.ts'
import type { HelpLinks } from './help-links.ts'

interface FunctionArticleProps {
  entry: FunctionEntry
  /** The other functions of its section. */
  related: readonly FunctionEntry[]
  links: HelpLinks
  onInsert: (insert: () => void) => void
}

/** What a function does, with an example to change. */
export function FunctionArticle({ entry, related, links, onInsert }: FunctionArticleProps) {
  return (
    <div className="space-y-5 text-[13px] leading-5">
      <p>{entry.help}</p>
      {entry.example !== undefined && <Example example={entry.example} onInsert={onInsert} />}
      {related.length > 0 && (
        <section className="space-y-1.5">
          <h3 className="font-semibold">{t.related(entry.context)}</h3>
          <ul className="-mx-2">
            {related.map(({ id, title, help }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => links.open(id)}
                  className="block w-full rounded-control px-2 py-1.5 text-left hover:bg-hover"
                >
                  <code className="block font-mono text-xs break-words">{title}</code>
                  <span className="block truncate text-xs text-muted">{help}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Example({ example, onInsert }: { example: string; onInsert: FunctionArticleProps['onInsert'] }) {
  const [text, setText] = useState(example)
  const deferred = useDeferredValue(text)
  const [openedAt] = useState(() => Date.now())
  const outcome = useMemo(
    () => evaluateExample(deferred, { now: openedAt, maxLength: 400 }),
    [deferred, openedAt],
  )
  const canInsert = useCanInsert()
  const id = useId()
  return (
    <section className="space-y-2">
      <div className="flex h-6 items-center justify-between gap-2">
        <h3 id={id} className="font-semibold">
          {t.tryIt}
        </h3>
        {text !== example && (
          <button
            type="button"
            onClick={() => setText(example)}
            className="rounded text-xs text-muted underline-offset-2 hover:text-ink hover:underline"
          >
            {t.resetExample}
          </button>
        )}
      </div>
      <Textarea
        compact
        rows={1}
        maxLines={8}
        spellCheck={false}
        autoCapitalize="off"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={outcome.ok ? undefined : true}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="font-mono md:text-xs"
      />
      <output
        aria-label={t.result}
        className="block rounded-control border border-line bg-sunken px-2.5 py-2"
      >
        {outcome.ok ? (
          <code className="font-mono text-xs break-words">{outcome.value}</code>
        ) : (
          <span className="text-xs text-danger-ink">{outcome.message}</span>
        )}
      </output>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {t.tryItHint} {!canInsert && t.insertHint}
      </p>
      {canInsert && (
        <Button variant="secondary" size="sm" onClick={() => onInsert(() => insertIntoField(text))}>
          <CornerDownLeft aria-hidden="true" className="size-4" />
          {t.insert}
        </Button>
      )}
    </section>
  )
}

/** A name that expressions can read, such as `input`. */
export function NameArticle({
  name,
  text,
  onInsert,
}: {
  name: string
  text: string
  onInsert: FunctionArticleProps['onInsert']
}) {
  const canInsert = useCanInsert()
  return (
    <div className="space-y-3 text-[13px] leading-5">
      <p>{text}</p>
      {canInsert && (
        <Button variant="secondary" size="sm" onClick={() => onInsert(() => insertIntoField(name))}>
          <CornerDownLeft aria-hidden="true" className="size-4" />
          {t.insert}
        </Button>
      )}
    </div>
  )
}
