import type { AcceptedExecution, Execution } from '@millrace/contract/execution.ts'
import type { Form } from '@millrace/contract/form.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import type { TestRequest, TestService } from '#test/support/test-service.ts'
import { ApiResponse } from './api-response.ts'

type Options = Omit<TestRequest, 'key' | 'body'>

/** Sends requests to `/v1` with one key; paths are relative to the version, as in the specification. */
export class Client {
  readonly service: TestService
  readonly key: string

  constructor(service: TestService, key: string) {
    this.service = service
    this.key = key
  }

  async send(method: string, path: string, options: Omit<TestRequest, 'key'> = {}): Promise<ApiResponse> {
    return new ApiResponse(await this.service.request(method, `/v1${path}`, { key: this.key, ...options }))
  }

  get(path: string, options: Options = {}): Promise<ApiResponse> {
    return this.send('GET', path, options)
  }

  post(path: string, body?: unknown, options: Options = {}): Promise<ApiResponse> {
    return this.send('POST', path, body === undefined ? options : { ...options, body })
  }

  patch(path: string, body: unknown, options: Options = {}): Promise<ApiResponse> {
    return this.send('PATCH', path, { ...options, body })
  }

  put(path: string, body: unknown, options: Options = {}): Promise<ApiResponse> {
    return this.send('PUT', path, { ...options, body })
  }

  delete(path: string, options: Options = {}): Promise<ApiResponse> {
    return this.send('DELETE', path, options)
  }

  async createWorkflow(body: object = {}): Promise<Workflow> {
    return (await this.post('/workflows', { name: 'Workflow', ...body })).expect(201).data<Workflow>()
  }

  async createForm(body: object = {}): Promise<Form> {
    const fields = [{ name: 'email', type: 'email', required: true }]
    return (await this.post('/forms', { name: 'Form', fields, ...body })).expect(201).data<Form>()
  }

  async accept(workflow: { id: string }, input?: object): Promise<AcceptedExecution> {
    const body = input === undefined ? undefined : { input }
    return (await this.post(`/workflows/${workflow.id}/execute`, body)).expect(202).data<AcceptedExecution>()
  }

  /** Runs the workflow to the end and returns the execution. */
  async run(workflow: { id: string }, input: object = {}): Promise<Execution> {
    const prefer = { headers: { prefer: 'wait=30' } }
    const response = await this.post(`/workflows/${workflow.id}/execute`, { input }, prefer)
    return response.expect(200).data<Execution>()
  }
}
