import { readStored, writeStored } from '../../components/stored-value.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import { type GraphDocument, type GraphNode, isAnnotation } from '../../graph/types.ts'
import { type InputObject, isInputObject } from './input-object.ts'
import { defaultsOf } from './schema-fields-of.ts'

/** What a run in the editor starts with. */
export interface RunInput {
  /** The trigger whose branch runs; undefined: as in a run by API. */
  readonly triggerId: string | undefined
  readonly input: InputObject
}

/** The last input is remembered per workflow, on this device. */
export function readLastInput(workflowId: string): RunInput | undefined {
  const stored = readStored<{ triggerId?: string; input: InputObject }>(storageKey(workflowId), isRunInput)
  return stored === undefined ? undefined : { triggerId: stored.triggerId, input: stored.input }
}

export function rememberInput(workflowId: string, input: RunInput): void {
  writeStored(storageKey(workflowId), input)
}

/** The nodes that can start a run, in the order of the document. */
export function triggersOf(document: GraphDocument, nodeTypes: NodeTypes): readonly GraphNode[] {
  return document.nodes.filter((node) => nodeTypes.isTrigger(node.type) && node.disabled !== true)
}

/** Whether there is anything to run. Without a trigger, a run starts at the nodes without incoming edges, as by API. */
export function hasSteps({ nodes }: GraphDocument): boolean {
  return nodes.some((node) => !isAnnotation(node))
}

/** The input that a trigger needs before a run makes sense. A start without a schema runs on an empty object. */
export function needsInput(trigger: GraphNode | undefined): boolean {
  if (trigger?.type === 'start') return inputSchemaOf(trigger) !== undefined
  return trigger !== undefined && trigger.type !== 'schedule'
}

/** The schema of a start, if it describes members of the input. */
export function inputSchemaOf(trigger: GraphNode | undefined): InputObject | undefined {
  const schema = trigger?.type === 'start' ? trigger.data?.['input_schema'] : undefined
  return isInputObject(schema) && isInputObject(schema['properties']) ? schema : undefined
}

/** An example to start from, in the shape that the trigger delivers. */
export function exampleInput(trigger: GraphNode | undefined, now: Date): InputObject {
  const at = now.toISOString()
  switch (trigger?.type) {
    case 'webhook': {
      const method = trigger.data?.['method']
      return {
        method: typeof method === 'string' && method !== 'ANY' ? method : 'POST',
        path: '',
        query: {},
        headers: { 'content-type': 'application/json' },
        body: {},
      }
    }
    case 'poll':
      return trigger.data?.['mode'] === 'batch'
        ? { items: [{ id: 1 }], polled_at: at }
        : { item: { id: 1 }, polled_at: at }
    case 'schedule':
      return { scheduled_at: at, fired_at: at }
    case 'form':
      return { form_id: text(trigger.data?.['form_id']), submission_id: '', data: {}, created_at: at }
    case 'event':
      return { event: text(trigger.data?.['event']) }
    default: {
      const schema = inputSchemaOf(trigger)
      return schema === undefined ? {} : defaultsOf(schema)
    }
  }
}

function isRunInput(value: unknown): value is { triggerId?: string; input: InputObject } {
  return isInputObject(value) && isInputObject(value['input'])
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function storageKey(workflowId: string): string {
  return `editor.input.${workflowId}`
}
