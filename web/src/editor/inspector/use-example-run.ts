import { untitledLabels } from '@millrace/contract/field-label.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Form, formQuery } from '../../api/forms.ts'
import type { RecordedRun } from '../../expressions/evaluate.ts'
import type { JsonValue, ScopePosition } from '../../expressions/scope-position.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import type { GraphNode } from '../../graph/types.ts'
import { useEditor } from '../model/editor-store.ts'
import { exampleInput } from '../run/run-input.ts'

type Shape = Record<string, JsonValue>

interface KnownInAdvance {
  /** Before the first run: the names of the fields that the trigger will deliver. The values are empty. */
  readonly example: RecordedRun | undefined
  /** What people read for the answers to a form whose names would tell them nothing. */
  readonly answerLabels: ReadonlyMap<string, string>
}

/** What the trigger says about its data, for completion. */
export function useKnownInAdvance(
  { earlier }: ScopePosition,
  nodeTypes: NodeTypes,
  isNeeded: boolean,
): KnownInAdvance {
  const trigger = useEditor(({ document }) =>
    document.nodes.find(({ id, type }) => earlier.includes(id) && nodeTypes.isTrigger(type)),
  )
  const formId = trigger?.type === 'form' ? trigger.data?.['form_id'] : undefined
  const id = typeof formId === 'string' ? formId : ''
  const { data: form } = useQuery({ ...formQuery(id), enabled: id !== '' })
  const answerLabels = useMemo(() => untitledLabels(form?.fields ?? []), [form])
  const example = useMemo(() => {
    if (!isNeeded || trigger === undefined) return undefined
    const input = inputShape(trigger, form)
    return {
      executionId: '',
      startedAt: '',
      triggerNodeId: trigger.id,
      input,
      outputs: { [trigger.id]: input },
      leftOut: [],
    }
  }, [isNeeded, trigger, form])
  return { example, answerLabels }
}

function inputShape(trigger: GraphNode, form: Form | undefined): Shape {
  const example = exampleInput(trigger, new Date())
  if (trigger.type === 'form' && form !== undefined)
    return {
      ...example,
      data: Object.fromEntries(form.fields.map(({ name, type }) => [name, emptyAnswer(type)])),
    }
  return example
}

const numbers = new Set(['number', 'rating', 'scale'])
const lists = new Set(['multiselect', 'file'])

function emptyAnswer(type: string): JsonValue {
  if (numbers.has(type)) return 0
  if (lists.has(type)) return []
  return type === 'boolean' ? false : ''
}
