import pg from 'pg'

const CONNECT_TIMEOUT_MS = 10_000

/** A connection for one command. A server that accepts connections and says nothing is given up on. */
export async function connectPostgres(
  url: string,
  applicationName: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Notices a server that is gone although the connection is not closed.
    keepAlive: true,
    ...options,
  })
  // A connection that breaks rejects its query and emits `error` as well, which would end the process without a listener.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    if ((error as Error).message !== 'timeout expired') throw error
    throw new Error(
      `The database server did not answer within ${CONNECT_TIMEOUT_MS / 1_000} s. Check DATABASE_URL, and that the server accepts connections.`,
      { cause: error },
    )
  }
  return client
}
