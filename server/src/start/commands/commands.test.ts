import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type DataFolder, newDataFolder } from '../testing/data-folder.ts'
import { type Finished, runProgram, ServiceProcess } from '../testing/program.ts'

const key = 'test-'.repeat(6)
interface SessionData {
  readonly signed_in: boolean
  readonly user: { readonly name: string; readonly role: string }
}
const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  describe(`Commands while the service runs on ${store}`, () => {
    let dataFolder: DataFolder
    let service: ServiceProcess
    before(async () => {
      dataFolder = await newDataFolder(store)
      service = await ServiceProcess.start({ ...dataFolder.settings, MILLRACE_API_KEY: key })
    })
    after(async () => {
      await service.end()
      await dataFolder.destroy()
    })

    /** Runs a command that must succeed. */
    async function run(words: readonly string[], input = ''): Promise<string> {
      const { code, stdout, stderr } = await runProgram(words, dataFolder.settings, input)
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      return stdout
    }
    const list = (usedKey: string) => service.request('GET', '/v1/workflows', { key: usedKey })

    it('create a key that works immediately, and revoke it immediately', async () => {
      const [message, createdKey] = (await run(['keys', 'create', ' CI key '])).trimEnd().split('\n')
      const id =
        /^Key (\S+) created\. The key is shown only once:$/.exec(message ?? '')?.[1] ?? assert.fail(message)
      assert.match(createdKey ?? '', /^mr_[\w-]{43}$/)
      assert.equal((await list(createdKey ?? '')).status, 200)

      const listed = await run(['keys', 'list'])
      const line = listed.split('\n').find((text) => text.startsWith(id))
      assert.match(line ?? '', /^\S+ {2}CI key +mr_\S{6}… +active .*full access$/)
      assert.ok(!listed.includes(createdKey ?? ''))

      assert.equal(await run(['keys', 'revoke', id.toUpperCase()]), `Key ${id} (CI key) revoked.\n`)
      assert.equal((await list(createdKey ?? '')).status, 401)
      assert.match(await run(['keys', 'list']), new RegExp(`${id} .* revoked `))
      assert.equal((await list(key)).status, 200)
    })

    it('create keys with fewer scopes and an expiry', async () => {
      const words = [
        'keys',
        'create',
        'Reader',
        '--scopes',
        'workflows:read, forms:read',
        '--expires-in-days',
        '2',
      ]
      const made = (await run(words)).trimEnd().split('\n')[1] ?? ''
      assert.equal((await list(made)).status, 200)
      const refused = await service.request('POST', '/v1/workflows', { key: made, body: { name: 'x' } })
      assert.equal(refused.status, 403)
      assert.match(await run(['keys', 'list']), /Reader .* workflows:read,forms:read/)
    })

    it('change the rate limit of an account immediately', async () => {
      const account = UUID.exec(await run(['accounts', 'list']))?.[0] ?? assert.fail()
      const before = await list(key)
      assert.equal(before.headers.get('x-ratelimit-limit'), '600')
      assert.equal(
        await run(['accounts', 'set-plan', account, 'free']),
        `Account ${account} now has the plan free.\n`,
      )
      assert.equal((await list(key)).headers.get('x-ratelimit-limit'), '60')
      assert.match(await run(['accounts', 'list']), /^ID +NAME +PLAN +CREATED\n\S+ +Default +free +\d{4}-/)
      await run(['accounts', 'set-plan', account, 'business'])
    })

    it('pause and resume the triggers of all accounts', async () => {
      const pausedBy = async () => {
        const { body } = await service.request<{ all_paused: { by: string; scope: string } | null }>(
          'GET',
          '/v1/triggers/summary',
          { key },
        )
        return body.data.all_paused && [body.data.all_paused.scope, body.data.all_paused.by]
      }
      assert.match(await run(['pause']), /^The triggers of all accounts are paused\./)
      assert.deepEqual(await pausedBy(), ['installation', 'Command line'])
      assert.match(await run(['resume']), /^The triggers of all accounts start runs again\./)
      assert.equal(await pausedBy(), null)
    })

    it('create a user who can sign in with the piped password, whatever the case of the email address', async () => {
      const password = 'correct horse battery staple'
      assert.equal(
        await run(['users', 'create', 'Ada@example.com', '--name', 'Ada'], `${password}\n`),
        'User Ada@example.com (owner) created.\n',
      )
      const signIn = (email: string, given: string) =>
        service.request<SessionData>('POST', '/app/session', {
          body: { email, password: given },
          headers: { origin: service.url },
        })
      const signedIn = await signIn('ADA@EXAMPLE.COM', password)
      assert.equal(signedIn.status, 200)
      assert.deepEqual([signedIn.body.data.user.name, signedIn.body.data.user.role], ['Ada', 'owner'])

      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
      const session = () => service.request<SessionData>('GET', '/app/session', { headers: { cookie } })
      assert.equal((await session()).body.data.signed_in, true)
      const reset = await run(['users', 'reset-password', 'ada@example.com'])
      const made = /Password, which is shown only once: (\S+)/.exec(reset)?.[1] ?? assert.fail(reset)
      assert.equal((await session()).body.data.signed_in, false)
      assert.equal((await signIn('ada@example.com', password)).status, 401)
      assert.equal((await signIn('ada@example.com', made)).status, 200)
    })

    it('change the role of a signed-in user from the next request on, and keep one owner', async () => {
      const password = 'another horse battery'
      await run(['users', 'create', 'bob@example.com', '--role', 'viewer'], password)
      const { headers } = await service.request('POST', '/app/session', {
        body: { email: 'bob@example.com', password },
        headers: { origin: service.url },
      })
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      const create = async () => {
        const request = { body: { name: 'x' }, headers: { cookie, origin: service.url } }
        return (await service.request('POST', '/app/v1/workflows', request)).status
      }
      assert.equal(await create(), 403)
      assert.equal(
        await run(['users', 'set-role', 'BOB@example.com', 'editor']),
        'BOB@example.com is now an editor.\n',
      )
      assert.equal(await create(), 201)
      assert.match(
        await run(['users', 'list']),
        /^EMAIL +NAME +ROLE +CREATED\n[^]*bob@example\.com .* editor /,
      )

      const refused = await runProgram(
        ['users', 'set-role', 'ada@example.com', 'viewer'],
        dataFolder.settings,
      )
      assert.equal(refused.code, 2)
      assert.match(refused.stderr, /^ada@example\.com is the only owner of the account\./)
    })

    it('create a second account with its own key, and then require --account', async () => {
      const output = await run(['accounts', 'create', 'Second', '--plan', 'starter'])
      const [, id, newKey] =
        /^Account (\S+) \(Second, plan starter\) created\.\nIts API key, which is shown only once:\n(mr_\S+)\n$/.exec(
          output,
        ) ?? assert.fail(output)
      const answer = await list(newKey ?? '')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('x-ratelimit-limit'), '120')

      const unclear = await runProgram(['keys', 'list'], dataFolder.settings)
      assert.equal(unclear.code, 2)
      assert.match(unclear.stderr, /^There are several accounts\. Choose one with --account;/)
      assert.match(await run(['keys', 'list', '--account', id ?? '']), /First key/)
    })
  })
}

describe('Commands that fail', () => {
  let dataFolder: DataFolder
  before(async () => {
    dataFolder = await newDataFolder()
    await (await ServiceProcess.start(dataFolder.settings)).end()
  })
  after(() => dataFolder.destroy())

  const unknownId = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'
  const cases: readonly (readonly [
    words: readonly string[],
    code: number,
    message: RegExp,
    input?: string,
  ])[] = [
    [['keys', 'create'], 2, /^The argument <name> is missing\.$/],
    [
      ['keys', 'create', 'x', '--scopes', 'everything'],
      2,
      /^Unknown scope "everything"\. Presets: full_access,/,
    ],
    [
      ['keys', 'create', 'x', '--expires-in-days', '0'],
      2,
      /^--expires-in-days must be a whole number from 1/,
    ],
    [
      ['keys', 'create', 'x', '--account', unknownId],
      2,
      /^No account has the ID .* `accounts list` shows all accounts\.$/,
    ],
    [['keys', 'revoke', 'x'], 2, /^"x" is not a valid ID\.$/],
    [['keys', 'revoke', unknownId], 1, /^There is no such API key in this account\.$/],
    [['accounts', 'create', ' '], 2, /^The argument <name> is missing\.$/],
    [['accounts', 'set-plan', unknownId], 2, /^The argument <plan> is missing\.$/],
    [
      ['accounts', 'set-plan', unknownId, 'gold'],
      2,
      /^Unknown plan "gold"\. Plans: free, starter, pro, business\.$/,
    ],
    [['accounts', 'set-plan', unknownId, 'pro'], 2, /^No account has the ID/],
    [['users', 'create', 'ada'], 2, /^"ada" is not an email address\.$/],
    [
      ['users', 'create', 'a@b.example', '--role', 'king'],
      2,
      /^--role must be one of owner, editor, viewer\.$/,
    ],
    [['users', 'create', 'a@b.example'], 2, /^The password must have \d+ to \d+ characters\.$/, 'short'],
    [['users', 'set-role', 'a@b.example'], 2, /^The argument <role> is missing\.$/],
    [['users', 'set-role', 'a@b.example', 'king'], 2, /^The role must be one of owner, editor, viewer\.$/],
    [['users', 'set-role', 'a@b.example', 'viewer'], 2, /^No user has the email address a@b\.example\.$/],
    [['users', 'reset-password', 'a@b.example'], 2, /^No user has the email address a@b\.example\.$/],
  ]
  for (const [words, code, message, input] of cases) {
    it(`explain why: ${words.join(' ')}`, async () => {
      const finished = await runProgram(words, dataFolder.settings, input)
      assert.equal(finished.stdout, '')
      assert.match(finished.stderr.trimEnd(), message)
      assert.equal(finished.code, code)
    })
  }

  it('refuse to create a user twice', async () => {
    const create = (email: string): Promise<Finished> =>
      runProgram(['users', 'create', email], dataFolder.settings)
    assert.match((await create('twin@example.com')).stdout, /Password, which is shown only once: \S{24}\n$/)
    const second = await create('TWIN@example.com')
    assert.equal(second.code, 2)
    assert.match(second.stderr, /^The user TWIN@example\.com already exists\./)
  })

  for (const store of ['SQLite', 'PostgreSQL'] as const) {
    it(`say that there is no installation on ${store} before the first start of the service, and create none`, async () => {
      const empty = await newDataFolder(store)
      const mistyped = store === 'SQLite' ? join(empty.folder, 'mistyped') : empty.folder
      const settings = { ...empty.settings, MILLRACE_DATA: mistyped }
      for (const words of [
        ['accounts', 'list'],
        ['rotate-master-key'],
        ['backup', join(empty.folder, 'backup.gz')],
      ]) {
        const { code, stderr } = await runProgram(words, settings)
        assert.match(stderr, /^There is no installation in /, words.join(' '))
        assert.equal(code, 2)
      }
      assert.deepEqual(readdirSync(empty.folder), [])
      await empty.destroy()
    })
  }

  it('look for an installation only in the schema where PostgreSQL would create its tables', async () => {
    const other = await newDataFolder('PostgreSQL')
    const service = await ServiceProcess.start(other.settings)
    await service.end()
    const url = new URL(other.settings['DATABASE_URL'] ?? assert.fail('no database'))
    const client = new pg.Client(url.href)
    await client.connect()
    await client.query('create schema own')
    await client.end()
    url.searchParams.set('options', '-c search_path=own,public')
    const { code, stderr } = await runProgram(['accounts', 'list'], {
      ...other.settings,
      DATABASE_URL: url.href,
    })
    assert.match(stderr, /^There is no installation in the database\./)
    assert.equal(code, 2)
    await other.destroy()
  })
})
