import type { Step } from '@millrace/contract/execution-step.ts'
import type { Execution } from '@millrace/contract/execution.ts'
import type { Client } from './client.ts'
import { EventStream } from './event-stream.ts'

export interface WaitingRun {
  readonly id: string
  readonly workflowId: string
  /** The step that waits. */
  readonly step: Step
}

/** Runs a workflow up to its wait. */
export async function runToWait(client: Client, graph: object, input: object = {}): Promise<WaitingRun> {
  const { id: workflowId } = await client.createWorkflow(graph)
  const { execution_id: id } = await client.accept({ id: workflowId }, input)
  await untilWaiting(client, id)
  const steps = (await client.get(`/executions/${id}/steps`)).expect(200).data<Step[]>()
  const step = steps.find(({ status }) => status === 'waiting')
  if (step === undefined) throw new Error('Nothing waits.')
  return { id, workflowId, step }
}

/** Resolves when a step of the execution waits. */
export async function untilWaiting(client: Client, id: string): Promise<void> {
  const stream = await EventStream.open(client, id)
  await stream.until(({ event, data }) => event === 'step' && (data as Step).status === 'waiting')
  stream.close()
}

/** The execution once it has ended. */
export async function readEnd(client: Client, id: string): Promise<Execution> {
  await (await EventStream.open(client, id)).all()
  return (await client.get(`/executions/${id}`)).expect(200).data<Execution>()
}

export async function readSteps(client: Client, id: string): Promise<Step[]> {
  return (await client.get(`/executions/${id}/steps?limit=100`)).expect(200).data<Step[]>()
}
