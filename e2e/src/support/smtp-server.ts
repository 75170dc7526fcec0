import {
  type ScriptedSmtpServer,
  serveSmtp,
} from '../../../server/src/adapters/outgoing/testing/scripted-smtp-server.ts'

/** A real SMTP server on a free loopback port. */
export interface MailServer {
  readonly url: string
  readonly messages: ScriptedSmtpServer['messages']
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const ends: (() => void | Promise<void>)[] = []
  const { port, messages } = await serveSmtp({ after: (end) => ends.push(end) })
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    async stop() {
      for (const end of ends) await end()
    },
  }
}
