import { randomUUID } from 'node:crypto'
import { rawZip } from '#nodes/testing/raw-zip.ts'
import type { HostileCase } from '../hostile-case.ts'
import type { Attack, Graph } from '../service/attack.ts'
import { StrayFiles } from '../service/stray-files.ts'
import { chain } from './graphs.ts'
import { upload } from './uploads.ts'

/** Names that lead somewhere else, end a line, turn a text around, or are no names at all. */
function hostileNames(mark: string): string[] {
  return [
    `../../../../../../../../tmp/${mark}`,
    `/tmp/${mark}`,
    `..\\..\\..\\${mark}`,
    `C:\\${mark}`,
    `a\u0000/../../${mark}`,
    `${mark}\u0000.csv`,
    `....//....//${mark}`,
    `files/../../${mark}`,
    `%2e%2e%2f%2e%2e%2f${mark}`,
    `~/${mark}`,
    `${mark}\r\nSet-Cookie: session=1`,
    `${mark}"; filename="other`,
    `\u202e${mark}\u0007\u001b[2J`,
    `$(touch ${mark})`,
    `'; drop table files; -- ${mark}`,
    `${mark}${'x'.repeat(900)}`,
    `\ud800${mark}`,
    '.',
    '..',
    '/',
    'CON',
  ]
}

/** What a name may not have: separators, control characters, marks that turn text around. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const UNSAFE = /[/\\\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|^\.{1,2}$|^$/

export const fileNames: readonly HostileCase[] = [
  withNames('file-names-of-uploads', async (attack, names, content) => {
    for (const name of names) {
      const plain = name.toWellFormed()
      // A name with NUL is refused.
      if (!plain.includes('\u0000')) assertSafe((await upload(attack, content, plain)).name)
      assertSafe(await uploadInForm(attack, content, plain))
    }
  }),
  withNames('file-names-in-an-archive', async (attack, names, content) => {
    const zip = rawZip(names.map((name) => ({ name: name.toWellFormed(), content })))
    const { entries } = await outputOf(
      attack,
      chain(
        { id: 'read', type: 'archive', data: { operation: 'extract', file: '{{ input.file }}' } },
        { id: 'show', type: 'return', data: { value: { entries: '{{ previous }}' } } },
      ),
      { file: await upload(attack, zip) },
    )
    if (entries.length < names.length / 2) throw new Error(`Only ${entries.length} entries were extracted.`)
    for (const { path, file } of entries) {
      for (const part of path.split('/')) assertSafe(part)
      assertSafe(file.name)
    }
  }),
  withNames('file-names-of-steps', async (attack, names, content) => {
    const file = await upload(attack, content)
    const id = await attack.createWorkflow(
      chain(
        {
          id: 'write',
          type: 'csv',
          data: { operation: 'format', items: [{ a: 1 }], to: 'file', file_name: '{{ input.name }}' },
        },
        {
          id: 'pack',
          type: 'archive',
          data: {
            operation: 'create',
            files: '{{ [{ path: input.name, file: input.file }, previous] }}',
            file_name: '{{ input.name }}',
          },
        },
        { id: 'unpack', type: 'archive', data: { operation: 'extract', file: '{{ previous }}' } },
      ),
    )
    await attack.flood(names.length, 4, async (n) => {
      const end = await attack.runToEnd(id, { name: names[n]?.toWellFormed(), file })
      if (!/^completed|INVALID_PARAMETERS/.test(end) && !attack.signal.aborted)
        throw new Error(`The run with the name ${JSON.stringify(names[n])} ended with ${end}.`)
    })
  }),
]

/** Does something with every name, and looks for what came to lie outside of the file store. */
function withNames(
  name: string,
  work: (attack: Attack, names: readonly string[], content: Buffer) => Promise<void>,
): HostileCase {
  return {
    name,
    async run(attack) {
      const mark = `escaped-${randomUUID()}`
      const names = hostileNames(mark)
      const content = `content of ${mark}`
      const stray = new StrayFiles(attack.target.dataFolder)
      await work(attack, names, Buffer.from(content))
      const found = [...stray.inDataFolder(), ...stray.named(names), ...stray.containing(content)]
      if (found.length > 0) throw new Error(`Files are outside of the file store: ${found.join(', ')}`)
      return `${names.length} names`
    },
  }
}

/** As a browser sends a form. Returns the name of the stored file. */
async function uploadInForm(attack: Attack, content: Buffer, name: string): Promise<string> {
  const boundary = 'hostile-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`
  const { status, body, text } = await attack.send('POST', '/v1/files', {
    raw: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  // A name with line breaks ends the header: then there is no file, or a broken form.
  if (status === 400) return 'refused'
  if (status !== 201) throw new Error(`The form was answered with ${status}: ${text.slice(0, 300)}`)
  const { status: found, text: stored } = await attack.send('GET', `/v1/files/${body.data.id}/content`)
  if (found !== 200 || !stored.includes(String(content)))
    throw new Error(`The content of ${JSON.stringify(name)} came back with ${found}: ${stored.slice(0, 300)}`)
  return body.data.name as string
}

interface Extracted {
  readonly entries: readonly { readonly path: string; readonly file: { readonly name: string } }[]
}

async function outputOf(attack: Attack, graph: Graph, input: object): Promise<Extracted> {
  const id = await attack.createWorkflow(graph)
  const { body, text } = await attack.send('POST', `/v1/workflows/${id}/execute`, {
    body: { input },
    headers: { prefer: 'wait=10' },
  })
  if (body?.data?.status !== 'completed') throw new Error(`The run did not complete: ${text.slice(0, 500)}`)
  return body.data.output as Extracted
}

function assertSafe(name: string): void {
  if (UNSAFE.test(name)) throw new Error(`The name ${JSON.stringify(name)} is stored.`)
}
