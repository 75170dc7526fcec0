import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { credentialsQuery } from '../../api/credentials.ts'
import { integrationsQuery } from '../../api/integrations.ts'
import type { GraphNode, JsonValue } from '../../graph/types.ts'
import * as credentialTexts from '../../texts/credentials.ts'
import { formatDuration } from '../../texts/duration.ts'
import * as t from '../../texts/editor/inspector.ts'
import { formatNumber } from '../../texts/format.ts'
import { useBoundNode, useNodeBinding, useParameterValue } from './form/binding.tsx'
import { type ParameterSchema, titleOf } from './form/schema-fields.ts'

/** The parameters of a node for people who may not change them: text to read, select and copy. */
export function ReadOnlyParameters({ schema }: { schema: ParameterSchema }) {
  const node = useBoundNode()
  const { data: integrations = [] } = useQuery(integrationsQuery)
  const { data: credentials = [] } = useQuery(credentialsQuery)
  const entries = Object.entries(node?.data ?? {})
  const credential = node?.credential_id
  const nameOf = (name: string, value: JsonValue) =>
    name === 'integration_id' ? (integrations.find(({ id }) => id === value)?.name ?? value) : value
  return (
    <div className="space-y-4 p-4">
      <ReadOnlyNote />
      {entries.length === 0 && credential === undefined ? (
        <p className="text-[13px] text-muted">{t.noParametersSet}</p>
      ) : (
        <dl className="space-y-3">
          {entries.map(([name, value]) => (
            <Entry key={name} title={schema.properties?.[name]?.title ?? titleOf(name)}>
              <Value value={nameOf(name, value)} />
            </Entry>
          ))}
          {credential !== undefined && (
            <Entry title={credentialTexts.credential}>
              <Value value={credentials.find(({ id }) => id === credential)?.name ?? credential} />
            </Entry>
          )}
        </dl>
      )}
    </div>
  )
}

/** Retries, failures, timeout and notes, to read. */
export function ReadOnlyReliability() {
  const node = useBoundNode()
  const { nodeType } = useNodeBinding()
  const join = useParameterValue(['join'])
  if (node === undefined) return null
  return (
    <div className="space-y-4 p-4">
      <ReadOnlyNote />
      <dl className="space-y-3">
        {nodeType?.family !== 'trigger' && (
          <>
            {nodeType?.is_loop !== true && <Entry title={t.retry}>{describeRetry(node.retry)}</Entry>}
            <Entry title={t.onError}>{t.onErrorOptions[node.on_error ?? 'fail']}</Entry>
            {node.timeout_ms !== undefined && (
              <Entry title={t.timeLimit}>{formatDuration(node.timeout_ms)}</Entry>
            )}
            {nodeType?.has_effect === true && (
              <Entry title={t.onUnknown}>{t.onUnknownOptions[node.on_unknown ?? 'retry']}</Entry>
            )}
            {join !== undefined && (
              <Entry title={t.join}>{t.joinOptions[join === 'first' ? 'first' : 'all']}</Entry>
            )}
          </>
        )}
        {typeof node.notes === 'string' && node.notes !== '' && (
          <Entry title={t.notes}>
            <span className="whitespace-pre-wrap">{node.notes}</span>
          </Entry>
        )}
        <Entry title={t.disabled}>{node.disabled === true ? t.yes : t.no}</Entry>
      </dl>
    </div>
  )
}

function ReadOnlyNote() {
  return (
    <p className="flex items-center gap-2 rounded-control bg-sunken px-2.5 py-2 text-xs text-muted">
      <Eye aria-hidden="true" className="size-4 shrink-0" />
      {t.readOnlyNote}
    </p>
  )
}

function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="space-y-1 text-[13px]">
      <dt className="font-medium text-muted">{title}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function Value({ value }: { value: JsonValue }) {
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number') return formatNumber(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <pre className="max-h-72 overflow-auto rounded-control bg-sunken px-2.5 py-2 font-mono text-xs break-words whitespace-pre-wrap">
      {text}
    </pre>
  )
}

function describeRetry(retry: GraphNode['retry']): string {
  return retry === undefined ? t.no : t.attemptCount(retry.max_attempts ?? 3)
}
