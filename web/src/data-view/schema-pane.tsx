import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Loading, Skeleton } from '../components/skeleton.tsx'
import * as t from '../texts/data-view.ts'
import type { SchemaField } from './infer-schema.ts'
import { SchemaView } from './schema-view.tsx'
import type { WholeData } from './whole-data.ts'

interface SchemaPaneProps {
  whole: WholeData | undefined
  query: string
  size: string
  isLoading: boolean
  onLoad: () => void
}

/** The schema is made from all of the data; what is not in memory is read on request. */
export function SchemaPane({ whole, query, size, isLoading, onLoad }: SchemaPaneProps) {
  const [fields, setFields] = useState<readonly SchemaField[]>()
  useEffect(() => {
    if (whole === undefined) return undefined
    const controller = new AbortController()
    whole.schema(controller.signal).then(
      (found) => {
        if (!controller.signal.aborted) setFields(found)
      },
      () => {},
    )
    return () => controller.abort()
  }, [whole])
  if (whole === undefined) {
    return (
      <div className="flex-1 space-y-3 p-4 text-[13px]">
        <p className="text-muted">{t.schemaNeedsAll}</p>
        {!isLoading && (
          <Button variant="secondary" size="sm" onClick={onLoad}>
            {t.readAll(size)}
          </Button>
        )}
      </div>
    )
  }
  if (fields === undefined) {
    return (
      <Loading label={t.loading} className="flex-1 space-y-2 p-4">
        <Skeleton className="h-3 w-1/2" />
        <Skeleton className="h-3 w-1/3" />
      </Loading>
    )
  }
  return <SchemaView fields={fields} query={query} />
}
