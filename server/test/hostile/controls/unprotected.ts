import { argon2Sync } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compileTemplate, findCodeProblem } from '@millrace/expressions'
import { parseCsv } from '@millrace/expressions/formats/csv.ts'
import { readCron } from '#domain/index.ts'
import { parseDocument } from '#integrations/openapi/document/parse-document.ts'
import { numbered, prose } from '../cases/graphs.ts'
import type { Group } from '../hostile-case.ts'

const MIB = 1024 * 1024
const UNLIMITED = { steps: Infinity, work: Infinity, text: Infinity, list: Infinity }

/** What each group attacks, done at once on the main thread. The first call prepares, the second does it. */
export const UNPROTECTED: Readonly<Record<Group, () => Promise<() => void>>> = {
  async documents() {
    const text = numbered(80_000, (n) => `k${n}: [1, "two", {three: 3}]\n`).join('')
    return () => void parseDocument(text)
  },
  async files() {
    const table = '1,two,"three",4\n'.repeat(400_000)
    return () => void parseCsv(table)
  },
  async expressions() {
    const evaluate = compile('{{ input.list.toSorted((a, b) => b - a).map(x => x * 2).length }}')
    const list = numbered(300_000, (n) => (n * 7_919) % 300_007)
    return () => evaluate({ list })
  },
  async loops() {
    const evaluate = compile(String.raw`{{ input.text.replace(/\s+/g, ' ').length }}`)
    const text = prose(400_000)
    return () => {
      for (let turn = 0; turn < 40; turn += 1) evaluate({ text })
    }
  },
  async forms() {
    // An engine that tries all ways to match.
    const pattern = new RegExp('^(a+)+$')
    const answer = `${'a'.repeat(24)}!`
    return () => void pattern.test(answer)
  },
  async bodies() {
    const bomb = gzipSync(Buffer.alloc(400 * MIB, ' '))
    return () => void gunzipSync(bomb)
  },
  async headers() {
    const pairs = numbered(3_000, (n) => [`x${n}`, '1'] as const)
    return () => {
      // As if every header were compared with all others.
      for (const [name] of pairs) pairs.findLast(([other]) => other === `${name}!`)
    }
  },
  async 'sign-ins'() {
    const parameters = {
      message: Buffer.from('password'),
      nonce: Buffer.alloc(16),
      parallelism: 1,
      tagLength: 32,
      memory: 19_456,
      passes: 2,
    }
    return () => {
      for (let attempt = 0; attempt < 20; attempt += 1) argon2Sync('argon2id', parameters)
    }
  },
  async cron() {
    const runs = readCron('*/2 * * * * *')
    if (typeof runs === 'string') throw new Error(runs)
    return () => {
      let at = 0
      for (let run = 0; run < 300_000; run += 1) at = runs.nextRun(at, () => 0) ?? 0
    }
  },
  async search() {
    const database = rows(4_000, 'ab'.repeat(100_000))
    return () => void database.prepare("select count(*) from texts where text like '%b%a%b%c%'").all()
  },
  async streams() {
    const event = { list: numbered(40_000, (n) => n) }
    return () => {
      for (let watcher = 0; watcher < 500; watcher += 1) JSON.stringify(event)
    }
  },
  async 'slow-clients'() {
    const answer = Buffer.from(prose(900_000))
    return () => {
      for (let request = 0; request < 60; request += 1) gzipSync(answer)
    }
  },
  async lists() {
    const database = rows(100_000, prose(100))
    return () => void JSON.stringify(database.prepare('select * from texts').all())
  },
  async bulk() {
    const database = rows(100_000, prose(50))
    return () => {
      const update = database.prepare('update texts set text = ? where id = ?')
      for (let id = 0; id < 100_000; id += 1) update.run('cancelled', id)
    }
  },
  async drafts() {
    const code = `return [${'(() => { let x = [1, 2, 3]; return x.map(y => y * 2) })(), '.repeat(14_000)}0]`
    return () => void findCodeProblem(code)
  },
  async restarts() {
    const page = JSON.stringify(numbered(10_000, (n) => ({ step: n, output: { text: 'x'.repeat(50) } })))
    return () => {
      for (let run = 0; run < 60; run += 1) JSON.parse(page)
    }
  },
}

/** The evaluation without its budget. */
function compile(text: string): (input: object) => void {
  const compiled = compileTemplate(text)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors))
  return (input) =>
    void compiled.template.evaluate(
      {
        input: input as never,
        previous: null,
        nodes: () => undefined,
        nodeNames: [],
        variables: {},
        vars: {},
        execution: {},
        now: 0,
      },
      UNLIMITED,
    )
}

function rows(count: number, text: string): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec('create table texts (id integer primary key, text text)')
  const insert = database.prepare('insert into texts values (?, ?)')
  database.exec('begin')
  for (let id = 0; id < count; id += 1) insert.run(id, text)
  database.exec('commit')
  return database
}
