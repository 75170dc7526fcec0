import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { samplesQuery } from '../../api/workflows.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/input/select.tsx'
import { Textarea } from '../../components/input/textarea.tsx'
import { Tabs } from '../../components/panel/tabs.tsx'
import { StatusDot } from '../../components/data/status-badge.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { FileField } from '../../files/file-field.tsx'
import type { FileValue } from '../../files/file-value.ts'
import type { GraphDocument, GraphNode } from '../../graph/types.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/editor/run.ts'
import * as files from '../../texts/files.ts'
import type { EditorSession } from '../editor-session.ts'
import { FormInput } from './form-input.tsx'
import { SamplePanel } from './sample-panel.tsx'
import { ListenPanel } from './listen-panel.tsx'
import { type InputObject, isInputObject } from './input-object.ts'
import { exampleInput, inputSchemaOf, readLastInput, triggersOf } from './run-input.ts'
import { SchemaInput } from './schema-input.tsx'

type Source = keyof typeof t.sources

interface RunDialogProps {
  session: EditorSession
  document: GraphDocument
  pinned: number
}

/** Chooses the trigger and the input of a run. */
export function RunDialog({ session, document, pinned }: RunDialogProps) {
  const { control } = session
  if (!control.isDialogOpen) return null
  return <OpenDialog session={session} document={document} pinned={pinned} />
}

function OpenDialog({ session, document, pinned }: RunDialogProps) {
  const { control, nodeTypes, workflowId } = session
  const request = control.dialogRequest
  const triggers = triggersOf(document, nodeTypes)
  const last = readLastInput(workflowId)
  const [triggerId, setTriggerId] = useState(request.triggerId ?? last?.triggerId ?? triggers[0]?.id)
  const trigger = triggers.find(({ id }) => id === triggerId) ?? triggers[0]
  const [text, setText] = useState(() =>
    format(
      last !== undefined && last.triggerId === triggerId ? last.input : exampleInput(trigger, new Date()),
    ),
  )
  const [chosen, setChosen] = useState<Source | undefined>(request.source)
  const sources = sourcesOf(trigger)
  const source = chosen !== undefined && sources.includes(chosen) ? chosen : (sources[0] ?? 'json')
  const parsed = parse(text)
  const until = document.nodes.find(({ id }) => id === request.until)

  const use = (input: InputObject) => {
    setText(format(input))
    setChosen('json')
  }
  const start = async () => {
    if (!parsed.ok) return
    const isStarted = await control.start({
      triggerId: trigger?.id,
      input: parsed.input,
      ...(request.until === undefined ? {} : { until: request.until }),
    })
    if (isStarted) control.closeDialog()
  }

  return (
    <Dialog
      open
      size="lg"
      title={until === undefined ? t.dialogTitle : t.dialogTitleUntil(nodeTypes.nameOf(until))}
      description={t.dialogNote}
      onDismiss={() => !control.isStarting && control.closeDialog()}
    >
      <DialogBody>
        {triggers.length > 1 && (
          <Field label={t.trigger}>
            {(attributes) => (
              <Select
                {...attributes}
                value={trigger?.id ?? ''}
                onChange={(id) => {
                  setTriggerId(id)
                  setText(
                    format(
                      exampleInput(
                        triggers.find((one) => one.id === id),
                        new Date(),
                      ),
                    ),
                  )
                }}
                options={triggers.map((one) => ({ value: one.id, label: nodeTypes.nameOf(one) }))}
              />
            )}
          </Field>
        )}
        <Tabs
          label={t.source}
          value={source}
          onChange={setChosen}
          listClassName="px-0"
          contentClassName="pt-4"
          tabs={sources.map((value) => ({
            value,
            label: t.sources[value],
            content: (
              <SourceContent
                source={value}
                session={session}
                trigger={trigger}
                text={text}
                parsed={parsed}
                onText={setText}
                onInput={(input) => setText(format(input))}
                onUse={use}
              />
            ),
          }))}
        />
        {pinned > 0 && <Alert tone="info">{t.pinsNote(pinned)}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={control.isStarting} onClick={() => control.closeDialog()}>
          {common.cancel}
        </Button>
        <Button busy={control.isStarting} inactive={!parsed.ok} onClick={() => void start()}>
          {!control.isStarting && <Play aria-hidden="true" className="size-4" />}
          {t.run}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface SourceContentProps {
  source: Source
  session: EditorSession
  trigger: GraphNode | undefined
  text: string
  parsed: ParsedInput
  onText: (text: string) => void
  onInput: (input: InputObject) => void
  onUse: (input: InputObject) => void
}

function SourceContent({
  source,
  session,
  trigger,
  text,
  parsed,
  onText,
  onInput,
  onUse,
}: SourceContentProps) {
  switch (source) {
    case 'json':
      return (
        <div className="space-y-2">
          <Field label={t.json} error={parsed.ok ? undefined : parsed.message}>
            {(attributes) => (
              <Textarea
                {...attributes}
                value={text}
                onChange={(event) => onText(event.target.value)}
                rows={8}
                spellCheck={false}
                className="font-mono text-[0.8125rem]"
              />
            )}
          </Field>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onInput(exampleInput(trigger, new Date()))}
            className="-ml-3"
          >
            {t.resetToExample}
          </Button>
          {parsed.ok && (
            <FileField
              label={files.insertFile}
              help={files.insertFileNote}
              files={[]}
              onChange={([file]) => file && onInput(withFile(parsed.input, file))}
            />
          )}
        </div>
      )
    case 'form': {
      const value = parsed.ok ? parsed.input : {}
      const schema = inputSchemaOf(trigger)
      if (schema !== undefined) return <SchemaInput schema={schema} value={value} onChange={onInput} />
      return trigger === undefined ? null : <FormInput trigger={trigger} value={value} onChange={onInput} />
    }
    case 'recent':
      return <RecentInputs session={session} onUse={onUse} />
    case 'sample':
      return trigger === undefined ? null : (
        <SamplePanel workflowId={session.workflowId} triggerId={trigger.id} onInput={onUse} />
      )
    case 'listen':
      return trigger === undefined ? null : (
        <ListenPanel workflowId={session.workflowId} triggerId={trigger.id} onInput={onUse} />
      )
  }
}

function RecentInputs({ session, onUse }: { session: EditorSession; onUse: (input: InputObject) => void }) {
  const { data: samples } = useQuery(samplesQuery(session.workflowId, { nodes: [], runs: 10 }))
  if (samples === undefined) return null
  if (samples.length === 0) return <p className="text-sm text-muted">{t.noRecent}</p>
  return (
    <ul
      aria-label={t.sources.recent}
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {samples.map((sample) => {
        const { input } = sample
        const usable = isInputObject(input) && !sample.left_out.includes('input')
        return (
          <li key={sample.execution_id} className="flex items-center gap-3 px-3 py-2 text-[0.8125rem]">
            <StatusDot status={sample.status} />
            <span className="shrink-0">
              <RelativeTime value={sample.started_at} />
            </span>
            <code className="min-w-0 flex-1 truncate font-mono text-xs text-muted">
              {usable ? JSON.stringify(input) : t.inputTooLarge}
            </code>
            {usable && (
              <Button variant="secondary" size="sm" onClick={() => onUse(input)}>
                {t.takeInput}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function sourcesOf(trigger: GraphNode | undefined): readonly Source[] {
  if (trigger?.type === 'form' || inputSchemaOf(trigger) !== undefined) return ['form', 'json', 'recent']
  if (trigger?.type === 'poll') return ['json', 'sample', 'recent']
  if (trigger?.type === 'webhook') return ['json', 'listen', 'recent']
  return ['json', 'recent']
}

/** The input with one more file, under a name that it does not have yet. */
function withFile(input: InputObject, file: FileValue): InputObject {
  let name = 'file'
  for (let number = 2; Object.hasOwn(input, name); number += 1) name = `file_${number}`
  return { ...input, [name]: { ...file } }
}

type ParsedInput = { ok: true; input: InputObject } | { ok: false; message: string }

function parse(text: string): ParsedInput {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return isInputObject(value) ? { ok: true, input: value } : { ok: false, message: t.notAnObject }
  } catch {
    return { ok: false, message: t.invalidJson }
  }
}

function format(input: InputObject): string {
  return JSON.stringify(input, null, 2)
}
