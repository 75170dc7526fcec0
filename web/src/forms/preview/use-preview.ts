import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, type Issue } from '../../api/api-error.ts'
import { formPreviewQuery, type FormPreview } from '../../api/forms.ts'
import type { FormContent } from '../model/form-document.ts'

const pauseMs = 200

export type PreviewPage = NonNullable<FormPreview['page']>

export interface Preview {
  /** The last page that could be rendered. */
  readonly html: string | undefined
  /** What is wrong with the form as it is now. */
  readonly issues: readonly Issue[]
  readonly error: unknown
  retry(): void
}

const none: readonly Issue[] = []

/** Renders the page of the form that is edited, on the server, by the code that renders the public page. */
export function usePreview(formId: string, content: FormContent, page: PreviewPage): Preview {
  const shown = usePaused(content)
  const body = { name: shown.name, fields: [...shown.fields], settings: shown.settings, page }
  const query = useQuery({
    ...formPreviewQuery(formId, JSON.stringify(body), body),
    placeholderData: keepPreviousData,
  })
  const [lastHtml, setLastHtml] = useState<string>()
  if (query.data !== undefined && query.data !== lastHtml) setLastHtml(query.data)
  const { error } = query
  const isInvalid = error instanceof ApiError && error.issues.length > 0
  return {
    html: query.data ?? lastHtml,
    issues: isInvalid ? error.issues : none,
    error: isInvalid ? null : error,
    retry: () => void query.refetch(),
  }
}

/** The value once it has not changed for a moment. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** The problems of one field by member, and those of the settings by name. */
export function problemsAt(issues: readonly Issue[], prefix: string): ReadonlyMap<string, string> {
  return new Map(
    issues
      .filter(({ path }) => path.startsWith(`${prefix}.`))
      .map(({ path, message }) => [path.slice(prefix.length + 1).split(/[.[]/)[0] ?? '', message]),
  )
}
