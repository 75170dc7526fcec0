import type { JsonValue } from '#domain/index.ts'
import { openFile } from '#nodes/files/open-file.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { Files, MailAttachment, NodeCall, NodeFailed } from '#ports/index.ts'

const MAX_ATTACHMENTS = 20
/** The largest file of the service by default. Most mail servers take less, and say so, which fails the step. */
const MAX_BYTES = 100 * 1024 * 1024

/** The files of the parameter `attachments`, of which none is read yet. */
export async function openAttachments(
  files: Files,
  { account, parameters }: NodeCall,
): Promise<readonly MailAttachment[] | NodeFailed> {
  const given = parameters['attachments'] ?? []
  const values = (Array.isArray(given) ? given : [given]) as readonly JsonValue[]
  if (values.length > MAX_ATTACHMENTS) {
    return refuseParameter(
      `The email has ${values.length} attachments, but at most ${MAX_ATTACHMENTS} are allowed.`,
    )
  }
  const attachments: MailAttachment[] = []
  let bytes = 0
  for (const value of values) {
    const opened = await openFile(files, account, value)
    if ('ok' in opened) return { ...opened, message: `In \`attachments\`: ${opened.message}` }
    const { file, read } = opened
    bytes += file.size
    attachments.push({ name: file.name, mediaType: file.mediaType, open: () => read() })
  }
  if (bytes > MAX_BYTES) {
    return refuseParameter(
      `The attachments have ${bytes} bytes, but at most ${MAX_BYTES} are allowed. Send a link instead.`,
    )
  }
  return attachments
}
