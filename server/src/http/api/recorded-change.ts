import type { FastifyRequest } from 'fastify'
import type { Operation } from '@millrace/contract/operation.ts'
import {
  type AuditedChange,
  type Author,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { addressOf } from '../clients/client-address.ts'
import type { Answer } from './replies.ts'
import type { Call } from './call.ts'

/** Where changes are recorded: the audit log. */
export interface ChangeRecorder {
  record(tx: Transaction, author: Author, change: AuditedChange): Promise<void>
  /** Records the change unless the author has an entry like it in the last hour. */
  recordOncePerSitting(tx: Transaction, author: Author, change: AuditedChange): Promise<void>
  /** The name of a resource; undefined if it has none. */
  nameOf(tx: Transaction, author: Author, kind: string, id: string): Promise<string | undefined>
}

/** What a handler adds to the entry of the audit log about its change. */
export interface ChangeNote {
  /** The resource, if neither the path nor the answer has its id. */
  readonly id?: string
  readonly name?: string
  readonly details?: JsonObject
}

/** An answer that may say more about its change. Null: nothing changed, so there is nothing to record. */
export interface RecordedAnswer extends Answer {
  readonly change?: ChangeNote | null
}

interface Rule {
  readonly action: string
  readonly kind: string
  readonly only: Operation['audit']
}

/**
 * Records the calls of one operation in the audit log, in the transaction of the change. This is not up to the handlers, so
 * that no operation can forget it: every operation that changes something is recorded, unless the contract excepts it.
 * Handlers may add a name and details.
 */
export class RecordedOperation {
  readonly #rule: Rule
  readonly #method: Operation['method']
  readonly #recorder: ChangeRecorder

  constructor(operation: Operation, recorder: ChangeRecorder) {
    this.#rule = ruleOf(operation)
    this.#method = operation.method
    this.#recorder = recorder
  }

  isRecorded({ actor }: Call): boolean {
    const { only } = this.#rule
    return only === 'people' ? actor.kind === 'person' : only !== 'never'
  }

  /** Does the work and records it. */
  async record<T extends RecordedAnswer>(
    tx: Transaction,
    { call, request, work }: { call: Call; request: FastifyRequest; work: () => Promise<T> },
  ): Promise<T> {
    if (!this.isRecorded(call)) return work()
    const { action, kind, only } = this.#rule
    const author = authorOf(call, request)
    const { id, ...others } = call.params as Readonly<Record<string, string>>
    // Before the work, which may delete the resource.
    const earlierName = id === undefined ? undefined : await this.#recorder.nameOf(tx, author, kind, id)
    const answer = await work()
    if (answer.change === null) return answer
    const data = (answer.data ?? {}) as {
      readonly id?: unknown
      readonly name?: unknown
      readonly url?: unknown
    }
    const name = answer.change?.name ?? textOf(data.name) ?? textOf(data.url) ?? earlierName
    const change = {
      action,
      resourceId: id ?? textOf(data.id) ?? answer.change?.id ?? null,
      resourceName: name ?? null,
      details: { ...others, ...this.#changedMembers(call.body), ...answer.change?.details },
    }
    if (only === 'sitting') await this.#recorder.recordOncePerSitting(tx, author, change)
    else await this.#recorder.record(tx, author, change)
    return answer
  }

  /** The names of the members that a PATCH sets. Not their values, which may be long or secret. */
  #changedMembers(body: unknown): JsonObject {
    if (this.#method !== 'PATCH' || !isJsonObject(body as JsonValue)) return {}
    return { changed: Object.keys(body as JsonObject).toSorted() }
  }
}

function authorOf({ account, actor }: Call, request: FastifyRequest): Author {
  return { accountId: account, actor, address: addressOf(request), requestId: request.id }
}

/** `createWorkflow` on `/workflows` is `workflow.create`; `rotateSecret` on `/webhooks/:id/secret` is `webhook.rotate_secret`. */
function ruleOf({ id, path, audit }: Operation): Rule {
  const kind = (path.split('/')[1] ?? '').replace(/s$/, '').replaceAll('-', '_')
  const words = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const verb = words.endsWith(`_${kind}`) ? words.slice(0, -kind.length - 1) : words
  return { kind, action: `${kind}.${verb}`, only: audit }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
