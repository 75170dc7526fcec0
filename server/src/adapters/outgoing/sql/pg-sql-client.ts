import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Client, QueryArrayConfig } from 'pg'
import { parsePostgresUrl, type PostgresTarget, redactSecrets } from '#domain/index.ts'
import type { SqlCallOptions, SqlClient, SqlFailure, SqlQuery, SqlRows } from '#ports/index.ts'
import { raceWithSignal, startDeadline } from '../dial/deadline.ts'
import { MessageCheck } from './check-messages.ts'
import { explainSqlError, TooManyBytes } from './explain-sql-error.ts'
import type { GuardedDialer } from '../dial/guarded-dialer.ts'
import { jsonTypes } from './json-types.ts'

const defaultMaxBytes = 10 * 1024 * 1024
const cancelRequestCode = 80_877_102

interface Session {
  readonly client: Client
  readonly socket: Socket
  readonly check: MessageCheck
}

/** Not in the library's types: the server's cancellation key, the stream behind TLS, and what begins to parse it. */
interface ClientInternals {
  readonly processID: number | null
  readonly secretKey: number | null
  readonly connection: {
    readonly stream: NodeJS.ReadableStream
    attachListeners(stream: Duplex): void
  }
}

/** PostgreSQL over connections of the guarded dialer, one per call. */
export class PgSqlClient implements SqlClient {
  readonly #dialer: GuardedDialer

  constructor(dialer: GuardedDialer) {
    this.#dialer = dialer
  }

  async probe(connectionUrl: string, options: SqlCallOptions): Promise<{ readonly ok: true } | SqlFailure> {
    const result = await this.query(connectionUrl, { text: 'select 1' }, options)
    return result.ok ? { ok: true } : result
  }

  async query(
    connectionUrl: string,
    query: SqlQuery,
    options: SqlCallOptions,
  ): Promise<SqlRows | SqlFailure> {
    const target = parsePostgresUrl(connectionUrl)
    if (!target.ok) {
      return {
        ok: false,
        reason: 'configuration',
        message: `The connection URL ${target.problem}.`,
        sent: false,
      }
    }
    const { host, port, password } = target.value
    const deadline = startDeadline(options.deadlineMs, [options.signal])
    let session: Session | undefined
    let sent = false
    try {
      session = await this.#connect(target.value, deadline.signal)
      sent = true
      return await raceWithSignal(runQuery(session, query), deadline.signal)
    } catch (error) {
      if (sent && deadline.signal.aborted && session !== undefined)
        await this.#cancel(target.value, session.client)
      const failure = explainSqlError(error, `${host}, port ${port}`, sent)
      return { ...failure, message: redactSecrets(failure.message, [password]) }
    } finally {
      deadline.stop()
      session?.socket.destroy()
    }
  }

  async #connect(target: PostgresTarget, signal: AbortSignal): Promise<Session> {
    if (target.sslMode !== 'prefer') return this.#open(target, target.sslMode !== 'disable', signal)
    try {
      return await this.#open(target, true, signal)
    } catch (error) {
      if (!(error instanceof Error && error.message === 'The server does not support SSL connections'))
        throw error
      return this.#open(target, false, signal)
    }
  }

  async #open(target: PostgresTarget, secure: boolean, signal: AbortSignal): Promise<Session> {
    const { default: pg } = await import('pg')
    const { host, port, user, password, database } = target
    const socket = await this.#dialer.dial(host, port, { signal })
    try {
      const client = new pg.Client({
        host,
        port,
        user,
        database,
        // A function, because the library replaces an empty password with one from the environment or the password file.
        password: () => password,
        ssl: secure ? this.#tlsOptions(target) : false,
        stream: () => pretendToConnect(socket),
        application_name: 'millrace',
        types: jsonTypes(),
      })
      // The promises report errors to the caller. Without a listener, the event would end the process.
      client.on('error', () => {})
      const check = checkMessages(client)
      await raceWithSignal(client.connect(), signal)
      return { client, socket, check }
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  #tlsOptions(target: PostgresTarget): object {
    if (target.sslMode === 'verify-full') return { ...this.#dialer.tlsOptions, rejectUnauthorized: true }
    if (target.sslMode === 'verify-ca') {
      return { ...this.#dialer.tlsOptions, rejectUnauthorized: true, checkServerIdentity: () => undefined }
    }
    return { rejectUnauthorized: false }
  }

  /**
   * Asks the server to cancel the statement: closing the connection alone lets it continue. Best effort, with a short
   * deadline of its own because the caller's has expired. Unlike a statement timeout, this also works through connection
   * poolers.
   */
  async #cancel(target: PostgresTarget, client: Client): Promise<void> {
    const { processID, secretKey } = client as unknown as ClientInternals
    if (processID === null || secretKey === null) return
    const message = Buffer.alloc(16)
    message.writeInt32BE(16, 0)
    message.writeInt32BE(cancelRequestCode, 4)
    message.writeInt32BE(processID, 8)
    message.writeInt32BE(secretKey, 12)
    const deadline = startDeadline(1000, [])
    try {
      const socket = await this.#dialer.dial(target.host, target.port, { signal: deadline.signal })
      await raceWithSignal(new Promise<void>((sent) => socket.end(message, sent)), deadline.signal)
    } catch {
      // The call has already failed. A failure here does not change its result.
    } finally {
      deadline.stop()
    }
  }
}

/** The library connects the socket itself. This one is already connected, so `connect` only emits the event. */
function pretendToConnect(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  return socket
}

/** Puts the check in front of the parser of the library, whose errors would end the process as well. */
function checkMessages(client: Client): MessageCheck {
  const check = new MessageCheck()
  const { connection } = client as unknown as ClientInternals
  const attach = connection.attachListeners
  connection.attachListeners = (stream) => {
    attach.call(connection, stream)
    const [parse, ...others] = stream.listeners('data')
    if (parse === undefined || others.length > 0)
      throw new Error('This version of pg attaches its parser differently: adapt checkMessages to it.')
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      try {
        const messages = check.take(chunk)
        if (messages.length > 0) parse(messages)
      } catch (error) {
        stream.destroy(error as Error)
      }
    })
  }
  return check
}

async function runQuery({ client, socket, check }: Session, query: SqlQuery): Promise<SqlRows> {
  check.endLogin()
  const limit = query.maxBytes ?? defaultMaxBytes
  const overflow = Promise.withResolvers<never>()
  let received = 0
  const { stream } = (client as unknown as ClientInternals).connection
  stream.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= limit) return
    overflow.reject(new TooManyBytes(limit))
    socket.destroy()
  })
  // The extended protocol accepts only one statement, even without parameters.
  const config: QueryArrayConfig & { queryMode: 'extended' } = {
    text: query.text,
    values: [...(query.parameters ?? [])],
    rowMode: 'array',
    queryMode: 'extended',
  }
  const result = await Promise.race([client.query<unknown[]>(config), overflow.promise])
  const names = result.fields.map((field) => field.name)
  // From entries, so that a column named __proto__ is an ordinary property.
  const rows = result.rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
  return { ok: true, rows, affected: result.rowCount ?? 0 }
}
