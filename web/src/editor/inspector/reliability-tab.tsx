import { useId, type ReactNode } from 'react'
import { NumberInput } from '../../components/input/number-field.tsx'
import { Select } from '../../components/input/select.tsx'
import { Switch } from '../../components/input/switch.tsx'
import { Textarea } from '../../components/input/textarea.tsx'
import type { JsonValue, RetryPolicy } from '../../graph/types.ts'
import * as t from '../../texts/editor/inspector.ts'
import { formatDuration } from '../../texts/duration.ts'
import { type NodeMember, setMember, setParameter } from '../model/edits/parameters.ts'
import { useEditor, useEditorStore } from '../model/editor-store.ts'
import { useBoundNode, useNodeBinding, useParameterValue } from './form/binding.tsx'
import { ReadOnlyReliability } from './read-only.tsx'
import { spanHint } from './form/span-hint.ts'
import { LabeledField } from './form/labeled-field.tsx'

const DEFAULTS = { max_attempts: 3, initial_ms: 1_000, factor: 2, max_ms: 300_000, jitter: 0.2 }
const DAY_MS = 86_400_000
const DEFAULT_TIMEOUT_MS = 30_000

/** What every node has in common: retries, failures, timeout, notes. */
export function ReliabilityTab() {
  const { isReadOnly } = useNodeBinding()
  return isReadOnly ? <ReadOnlyReliability /> : <ReliabilityForm />
}

function ReliabilityForm() {
  const node = useBoundNode()
  const { nodeType } = useNodeBinding()
  const set = useSetMember()
  const incoming = useEditor(
    ({ document }) => document.edges.filter(({ target }) => target === node?.id).length,
  )
  if (node === undefined) return null
  const isTrigger = nodeType?.family === 'trigger'
  return (
    <div className="space-y-5 p-4">
      {!isTrigger && nodeType?.is_loop !== true && (
        <RetrySection retry={node.retry} onChange={(next) => set('retry', next, t.retry)} />
      )}
      {!isTrigger && (
        <>
          <ChoiceField
            label={t.onError}
            value={node.on_error ?? 'fail'}
            options={t.onErrorOptions}
            explanations={t.onErrorHelp}
            onChange={(next) => set('on_error', next === 'fail' ? undefined : next, t.onError)}
          />
          <NumberField
            label={t.timeout}
            help={[t.timeoutHelp, spanHint('timeout_ms', node.timeout_ms)].filter(Boolean).join(' ')}
            value={node.timeout_ms}
            placeholder={DEFAULT_TIMEOUT_MS}
            max={DAY_MS}
            onChange={(next) => set('timeout_ms', next, t.timeout)}
          />
          {nodeType?.has_effect === true && (
            <ChoiceField
              label={t.onUnknown}
              value={node.on_unknown ?? 'retry'}
              options={t.onUnknownOptions}
              explanations={t.onUnknownHelp}
              onChange={(next) => set('on_unknown', next === 'retry' ? undefined : next, t.onUnknown)}
            />
          )}
          {incoming > 1 && <JoinField nodeId={node.id} />}
        </>
      )}
      <NotesField
        value={typeof node.notes === 'string' ? node.notes : ''}
        onChange={(next) => set('notes', next === '' ? undefined : next, t.notes, 'notes')}
      />
      <Switch
        label={t.disabled}
        hint={t.disabledHelp}
        checked={node.disabled === true}
        onChange={(next) => set('disabled', next || undefined, t.disabled)}
      />
    </div>
  )
}

function useSetMember() {
  const store = useEditorStore()
  const { nodeId } = useNodeBinding()
  return (member: NodeMember, value: JsonValue | undefined, title: string, group?: string) =>
    store.edit(
      t.edited(title),
      (draft) => setMember(draft, nodeId, member, value),
      group === undefined ? {} : { coalesce: `${nodeId}:${member}:${group}` },
    )
}

interface RetrySectionProps {
  retry: RetryPolicy | undefined
  onChange: (retry: { [name: string]: JsonValue } | undefined) => void
}

function RetrySection({ retry, onChange }: RetrySectionProps) {
  const change = (name: keyof RetryPolicy, value: number | undefined) => {
    const next: Record<string, JsonValue> = { ...(retry as Record<string, JsonValue>) }
    if (value === undefined) delete next[name]
    else next[name] = value
    onChange(next)
  }
  const fields: readonly [
    keyof typeof DEFAULTS,
    string,
    { max: number; step?: number; help?: string; min?: number },
  ][] = [
    ['max_attempts', t.attempts, { min: 1, max: 100, help: t.attemptsHelp }],
    ['initial_ms', t.firstDelay, { max: DAY_MS, step: 100 }],
    ['factor', t.factor, { min: 1, max: 100, help: t.factorHelp }],
    ['max_ms', t.longestDelay, { max: DAY_MS, step: 1_000 }],
    ['jitter', t.jitter, { max: 1, step: 0.1, help: t.jitterHelp }],
  ]
  return (
    <div className="space-y-3">
      <Switch
        label={t.retry}
        hint={t.retryHelp}
        checked={retry !== undefined}
        onChange={(next) => onChange(next ? { max_attempts: DEFAULTS.max_attempts } : undefined)}
      />
      {retry !== undefined && (
        <div className="grid grid-cols-2 gap-3 rounded-[10px] border border-line p-3">
          {fields.map(([name, label, { min = 0, max, step = 1, help }]) => (
            <NumberField
              key={name}
              label={label}
              help={help}
              value={typeof retry[name] === 'number' ? retry[name] : undefined}
              placeholder={DEFAULTS[name]}
              min={min}
              max={max}
              step={step}
              onChange={(value) => change(name, value)}
            />
          ))}
          <p className="col-span-2 text-xs text-muted">{t.delays(listDelays(retry))}</p>
        </div>
      )}
    </div>
  )
}

const SHOWN_DELAYS = 5

function listDelays(retry: RetryPolicy): string {
  const { max_attempts: attempts = DEFAULTS.max_attempts, initial_ms: first = DEFAULTS.initial_ms } = retry
  const { factor = DEFAULTS.factor, max_ms: longest = DEFAULTS.max_ms } = retry
  const count = Math.max(0, attempts - 1)
  const list = Array.from({ length: Math.min(count, SHOWN_DELAYS) }, (_, at) =>
    formatDuration(Math.min(longest, first * factor ** at)),
  )
  return [...list, ...(count > SHOWN_DELAYS ? ['…'] : [])].join(', ')
}

interface NumberFieldProps {
  label: string
  help?: string | undefined
  value: number | undefined
  placeholder: number
  min?: number
  max: number
  step?: number
  onChange: (value: number | undefined) => void
}

function NumberField({
  label,
  help,
  value,
  placeholder,
  min = 0,
  max,
  step = 1,
  onChange,
}: NumberFieldProps) {
  const id = useId()
  return (
    <LabeledField id={id} label={label} hint={help}>
      <NumberInput
        id={id}
        compact
        value={value}
        placeholder={String(placeholder)}
        min={min}
        max={max}
        step={step}
        onChange={onChange}
        aria-describedby={help === undefined ? undefined : `${id}-hint`}
      />
    </LabeledField>
  )
}

interface ChoiceFieldProps<Value extends string> {
  label: string
  value: Value
  options: Readonly<Record<Value, string>>
  explanations?: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

function ChoiceField<Value extends string>({
  label,
  value,
  options,
  explanations,
  onChange,
}: ChoiceFieldProps<Value>) {
  const id = useId()
  const hint: ReactNode = explanations?.[value]
  const list = (Object.entries(options) as [Value, string][]).map(([key, text]) => ({
    value: key,
    label: text,
  }))
  return (
    <LabeledField id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <Select
        id={id}
        compact
        value={value}
        onChange={onChange}
        options={list}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
    </LabeledField>
  )
}

function JoinField({ nodeId }: { nodeId: string }) {
  const store = useEditorStore()
  const value = useParameterValue(['join'])
  return (
    <ChoiceField
      label={t.join}
      value={value === 'first' ? 'first' : 'all'}
      options={t.joinOptions}
      onChange={(next) =>
        store.edit(t.edited(t.join), (draft) =>
          setParameter(draft, nodeId, ['join'], next === 'all' ? undefined : next),
        )
      }
    />
  )
}

function NotesField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <LabeledField id={id} label={t.notes}>
      <Textarea
        id={id}
        compact
        value={value}
        placeholder={t.notesPlaceholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </LabeledField>
  )
}
