import { UNOWNED, openedOn, type OpenExecution, toErrorCode } from '#domain/index.ts'
import { sql } from 'kysely'
import type { ExecutionEnd } from '#ports/index.ts'
import { type Queries, queriesOf } from '../../database.ts'
import type { HotWrites } from '../../executions/sql-execution-store.ts'
import { endHasConsequences } from '../../executions/end-consequences.ts'
import { nodeIdToText } from '../../executions/insert-execution.ts'
import type { CheckpointText, NewExecutionText } from '../../executions/execution-texts.ts'
import { pageToText } from '../../executions/journal/journal-text.ts'
import { Batch } from './batch.ts'
import { asAppError, type PostgresDatabase } from './postgres-database.ts'
import { recordsAs } from './records.ts'

interface Begun {
  readonly text: NewExecutionText
  readonly versionId: string
  readonly first: CheckpointText
}

interface Ended extends Begun {
  readonly end: ExecutionEnd
}

/** A text of this size is written with a statement of its own. */
const LARGE = 64 * 1024
/** A statement with small texts has about this size at most. */
const MAX_SIZE = 512 * 1024

/**
 * Batches the writes of one turn of the event loop: one statement for accepted executions, one for inline runs and one for
 * checkpoints. What is small has connections of its own, so that it waits neither for large texts nor for other queries.
 */
export function hotWrites({ read: large, hot: small }: PostgresDatabase): HotWrites {
  const connections = { small, large }
  const accepts = new SizedBatches<NewExecutionText, OpenExecution | undefined>(connections, {
    run: acceptAll,
    sizeOf: ({ input }) => input.length,
    ownerOf: ({ execution }) => execution.accountId,
  })
  const ended = new SizedBatches<Ended, boolean>(connections, {
    run: acceptAllEnded,
    sizeOf: ({ text, first }) => text.input.length + sizeOf(first),
    ownerOf: ({ text }) => text.execution.accountId,
  })
  const begun = new SizedBatches<Begun, boolean>(connections, {
    run: acceptAllBegun,
    sizeOf: ({ text, first }) => text.input.length + sizeOf(first),
    ownerOf: ({ text }) => text.execution.accountId,
  })
  const checkpoints = new SizedBatches<CheckpointText, boolean>(connections, {
    run: checkpointAll,
    sizeOf,
    ownerOf: ({ checkpoint }) => checkpoint.executionId,
  })
  return {
    async accept(execution, tx) {
      if (tx === undefined) return accepts.add(execution)
      const [accepted] = await acceptAll(queriesOf(tx), [execution])
      return accepted
    },
    acceptWith(text, versionId, first) {
      const { next } = first.checkpoint
      return next.kind === 'end'
        ? ended.add({ text, versionId, first, end: next })
        : begun.add({ text, versionId, first })
    },
    acceptAll: (tx, executions) => acceptAll(queriesOf(tx), executions),
    checkpoint: (plain) => checkpoints.add(plain),
  }
}

const NEW_COLUMNS = {
  id: 'uuid',
  account_id: 'uuid',
  workflow_id: 'uuid',
  started_at: 'bigint',
  owner: 'text',
  input: 'text',
  trigger_kind: 'text',
  trigger_node_id: 'text',
} as const

const END_COLUMNS = {
  status: 'text',
  completed_at: 'bigint',
  output: 'text',
  error: 'text',
  error_code: 'text',
} as const

const ENDED_COLUMNS = {
  ...NEW_COLUMNS,
  ...END_COLUMNS,
  version_id: 'uuid',
  active_ms: 'bigint',
  journal: 'text',
} as const

const BEGUN_COLUMNS = {
  ...NEW_COLUMNS,
  version_id: 'uuid',
  active_ms: 'bigint',
  computing_ms: 'bigint',
  steps: 'text',
  logs: 'text',
} as const

const CHANGE_COLUMNS = {
  position: 'integer',
  id: 'uuid',
  owner: 'text',
  sequence: 'integer',
  active_ms: 'bigint',
  computing_ms: 'bigint',
  steps: 'text',
  logs: 'text',
  ...END_COLUMNS,
} as const

function sizeOf({ steps, logs, output }: CheckpointText): number {
  return steps.length + logs.length + (output?.length ?? 0)
}

interface SizedOptions<Item, Result> {
  run(queries: Queries, items: readonly Item[]): Promise<readonly Result[]>
  sizeOf(item: Item): number
  ownerOf(item: Item): string
}

/** Keeps small items apart from large ones, which take long. */
class SizedBatches<Item, Result> {
  readonly #small: Batch<Item, Result>
  readonly #large: Batch<Item, Result>
  readonly #sizeOf: (item: Item) => number

  constructor(
    { small, large }: { readonly small: Queries; readonly large: Queries },
    { run, ...options }: SizedOptions<Item, Result>,
  ) {
    this.#sizeOf = options.sizeOf
    this.#small = new Batch({
      ...options,
      run: (items) => run(small, items),
      maxItems: 500,
      maxSize: MAX_SIZE,
      maxInFlight: 3,
    })
    this.#large = new Batch({
      ...options,
      run: (items) => run(large, items),
      maxItems: 1,
      maxInFlight: 2,
    })
  }

  add(item: Item): Promise<Result> {
    return (this.#sizeOf(item) < LARGE ? this.#small : this.#large).add(item)
  }
}

async function acceptAll(
  queries: Queries,
  executions: readonly NewExecutionText[],
): Promise<(OpenExecution | undefined)[]> {
  const rows = executions.map(asRow)
  const inserted = await sql<{ id: string; version_id: string }>`
    insert into executions
      (id, account_id, workflow_id, version_id, status, started_at, owner, sequence, input, trigger_kind, trigger_node_id)
    select new.id, workflows.account_id, workflows.id, workflows.version_id, 'running', new.started_at, new.owner, 0,
      new.input, new.trigger_kind, new.trigger_node_id
    from ${recordsAs('new', NEW_COLUMNS, rows)}
    join workflows on workflows.id = new.workflow_id and workflows.account_id = new.account_id
      and workflows.deleted_at is null
    returning id, version_id`
    .execute(queries)
    .catch((error: unknown) => {
      throw asAppError(error)
    })
  const versions = new Map(inserted.rows.map((row) => [row.id, row.version_id]))
  return executions.map(({ execution }) => {
    const versionId = versions.get(execution.id)
    return versionId === undefined ? undefined : openedOn(execution, versionId)
  })
}

async function acceptAllEnded(queries: Queries, items: readonly Ended[]): Promise<boolean[]> {
  const rows = items.map(({ text, versionId, first, end }) => ({
    ...asRow(text),
    version_id: versionId,
    active_ms: first.checkpoint.activeMs,
    journal: pageToText(first.steps, first.logs),
    status: end.status,
    completed_at: end.completedAt,
    output: first.output,
    error: first.error,
    error_code: end.error && toErrorCode(end.error.code),
  }))
  const { rows: written } = await sql<{ id: string }>`
    insert into executions
      (id, account_id, workflow_id, version_id, status, started_at, completed_at, owner, sequence, active_ms, input,
        trigger_kind, trigger_node_id, output, error, error_code, journal)
    select new.id, new.account_id, new.workflow_id, new.version_id, new.status, new.started_at, new.completed_at,
      ${UNOWNED}, 1, new.active_ms, new.input, new.trigger_kind, new.trigger_node_id, new.output, new.error, new.error_code,
      new.journal
    from ${recordsAs('new', ENDED_COLUMNS, rows)}
    join workflows on workflows.id = new.workflow_id and workflows.account_id = new.account_id
      and workflows.version_id = new.version_id and workflows.deleted_at is null
    where not ${sql.raw(endHasConsequences('new.account_id'))}
    returning id`
    .execute(queries)
    .catch((error: unknown) => {
      throw asAppError(error)
    })
  const accepted = new Set(written.map((row) => row.id))
  return items.map(({ text }) => accepted.has(text.execution.id))
}

async function acceptAllBegun(queries: Queries, items: readonly Begun[]): Promise<boolean[]> {
  const rows = items.map(({ text, versionId, first: { checkpoint, steps, logs } }) => ({
    ...asRow(text),
    version_id: versionId,
    active_ms: checkpoint.activeMs,
    computing_ms: checkpoint.computingMs,
    steps,
    logs,
  }))
  const { rows: written } = await sql<{ id: string }>`
    with new as (
      select * from ${recordsAs('new', BEGUN_COLUMNS, rows)}
    ), inserted as (
      insert into executions
        (id, account_id, workflow_id, version_id, status, started_at, owner, sequence, active_ms, computing_ms, input,
          trigger_kind, trigger_node_id)
      select new.id, new.account_id, new.workflow_id, new.version_id, 'running', new.started_at, new.owner, 1,
        new.active_ms, new.computing_ms, new.input, new.trigger_kind, new.trigger_node_id
      from new
      join workflows on workflows.id = new.workflow_id and workflows.account_id = new.account_id
        and workflows.version_id = new.version_id and workflows.deleted_at is null
      returning id
    ), appended as (
      insert into execution_journal (execution_id, sequence, steps, logs)
      select new.id, 0, new.steps, new.logs from new join inserted on inserted.id = new.id
    )
    select id from inserted`
    .execute(queries)
    .catch((error: unknown) => {
      throw asAppError(error)
    })
  const accepted = new Set(written.map((row) => row.id))
  return items.map(({ text }) => accepted.has(text.execution.id))
}

function asRow({ execution, input }: NewExecutionText) {
  const { id, accountId, workflowId, startedAt, owner, trigger, triggerNodeId } = execution
  return {
    id,
    account_id: accountId,
    workflow_id: workflowId,
    started_at: startedAt,
    owner,
    input,
    trigger_kind: trigger,
    trigger_node_id: nodeIdToText(triggerNodeId),
  }
}

async function checkpointAll(queries: Queries, checkpoints: readonly CheckpointText[]): Promise<boolean[]> {
  const rows = checkpoints.map(({ checkpoint, steps, logs, output, error }, position) => {
    const { executionId, owner, sequence, activeMs, computingMs, next } = checkpoint
    const end = next.kind === 'end' ? next : null
    return {
      position,
      id: executionId,
      owner,
      sequence,
      active_ms: activeMs,
      computing_ms: computingMs,
      steps,
      logs,
      status: end?.status ?? null,
      completed_at: end?.completedAt ?? null,
      output,
      error,
      error_code: end?.error ? toErrorCode(end.error.code) : null,
    }
  })
  // If a batch contains two checkpoints of one execution, the update applies one. The position tells which.
  const { rows: written } = await sql<{ position: number }>`
    with change as (
      select * from ${recordsAs('change', CHANGE_COLUMNS, rows)}
    ), updated as (
      update executions set sequence = executions.sequence + 1, active_ms = change.active_ms,
        computing_ms = change.computing_ms, status = coalesce(change.status, executions.status),
        completed_at = change.completed_at, output = change.output, error = change.error,
        error_code = change.error_code
      from change
      where executions.id = change.id and executions.owner = change.owner
        and executions.sequence = change.sequence and executions.completed_at is null
        and (change.status is null or (executions.has_waits = 0 and executions.signal_sequence = 0
          and not ${sql.raw(endHasConsequences('executions.account_id'))}))
      returning change.position
    ), appended as (
      insert into execution_journal (execution_id, sequence, steps, logs)
      select change.id, change.sequence, change.steps, change.logs
      from change join updated on updated.position = change.position
    )
    select position from updated`
    .execute(queries)
    .catch((error: unknown) => {
      throw asAppError(error)
    })
  const committed = new Set(written.map((row) => row.position))
  return checkpoints.map((_, position) => committed.has(position))
}
