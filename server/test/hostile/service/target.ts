import { argon2Sync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { SCOPES } from '@millrace/contract/scopes.ts'
import { formatHash } from '#adapters/passwords/phc-string.ts'
import { SERVICE, systemAuthor } from '#domain/index.ts'
import { createAccount, KeyService } from '#features/index.ts'
import { type StoreAccess, withStore } from '#start/commands/with-store.ts'
import { readConfig } from '#start/settings/config.ts'
import { type CrashStore, openCrashStore, type StoreKind } from '../../crash/service/crash-store.ts'
import { ServerProcess } from '../../crash/service/server-process.ts'
import { TurnLog } from '../probe/turn-log.ts'

/** One of the two accounts, with a person. */
export interface Member {
  readonly key: string
  readonly email: string
}

export const PASSWORD = 'correct horse battery staple'

const SETTINGS = {
  // A plan would refuse most of an attack before it could do harm, and a large plan would not.
  MILLRACE_RATE_LIMITS: 'off',
  // Lets a case come from many addresses.
  MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
}

/** As users start it: from the bundle. */
const STARTED_AS = fileURLToPath(import.meta.resolve('../../../../scripts/millrace.js'))

/** The real service in one process of its own, with an attacker's account and a bystander's. */
export class Target {
  readonly store: StoreKind
  readonly attacker: Member
  readonly bystander: Member
  readonly turns: TurnLog
  readonly #data: CrashStore
  #process: ServerProcess
  /** From the start of the process to its URL, when there was nothing to recover. */
  usualStartMs = 0
  /** Error lines in the logs of processes that were replaced. */
  readonly #problems: string[] = []

  private constructor(store: StoreKind, data: CrashStore, members: readonly [Member, Member]) {
    this.store = store
    this.#data = data
    this.turns = new TurnLog(data.settings['MILLRACE_DATA'] ?? '')
    this.attacker = members[0]
    this.bystander = members[1]
    this.#process = this.#spawn()
  }

  static async open(store: StoreKind): Promise<Target> {
    const data = await openCrashStore(store)
    const config = readConfig({}, { ...data.settings, LOG_LEVEL: 'silent' })
    const addMembers = async (access: StoreAccess) => {
      const passwordHash = hashPassword()
      return [
        await addMember(access, 'attacker', passwordHash),
        await addMember(access, 'bystander', passwordHash),
      ] as const
    }
    const members = await withStore(config, addMembers, { mayCreate: true })
    const target = new Target(store, data, members)
    await target.#ready()
    target.usualStartMs = performance.now() - target.#process.spawnedAt
    return target
  }

  get url(): string {
    return this.#process.url ?? ''
  }

  /** Where the service stores what is not in PostgreSQL. */
  get dataFolder(): string {
    return this.#data.settings['MILLRACE_DATA'] ?? ''
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get hasEnded(): boolean {
    return this.#process.hasEnded
  }

  /** Kills the process and starts the next one on the same data and port. Returns the time from its start to its URL. */
  async restart(): Promise<number> {
    const { port } = new URL(this.url)
    await this.#process.kill()
    this.#problems.push(...this.#process.errors())
    const startedAt = Date.now()
    this.#process = this.#spawn({ PORT: port })
    await this.#ready()
    this.turns.addStartUp(startedAt, Date.now())
    return performance.now() - this.#process.spawnedAt
  }

  problems(): readonly string[] {
    return [...this.#problems, ...this.#process.errors()]
  }

  async destroy(): Promise<void> {
    await this.#process.kill()
    await this.#data.destroy()
  }

  #spawn(settings: Readonly<Record<string, string>> = {}): ServerProcess {
    return new ServerProcess(
      { ...this.#data.settings, ...SETTINGS, ...this.turns.settings, ...settings },
      STARTED_AS,
    )
  }

  async #ready(): Promise<void> {
    if ((await this.#process.ready) === undefined)
      throw new Error(`The service did not start.\n${this.#process.errors().join('\n')}`)
  }
}

/** With the cost that the service uses, so that it checks it as slowly as others. */
function hashPassword(): string {
  const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
  const salt = Buffer.alloc(16, 'salt')
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce: salt, tagLength: 32, ...cost })
  return formatHash({ cost, salt, tag })
}

async function addMember(access: StoreAccess, name: string, passwordHash: string): Promise<Member> {
  const { store, clock, ids } = access
  return store.write(async (tx) => {
    const account = await createAccount(tx, access, name, 'business')
    const wanted = { name: 'Key', scopes: [...SCOPES], expiresAt: null }
    const { key } = await new KeyService(access).create(tx, systemAuthor(account.id, SERVICE), wanted)
    const now = clock.now()
    const email = `${name}@example.com`
    const user = { id: ids.next(now), accountId: account.id, email, name, role: 'owner' as const }
    await store.users.insert(tx, { ...user, passwordHash, createdAt: now })
    return { key, email }
  })
}
