import type { BundleReference } from '@millrace/contract/bundle.ts'
import { type AccountId, type Form, isUuid, type Workflow } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'
import { everyItem } from '../shared/every-item.ts'

type TargetStore = Pick<Store, 'workflows' | 'forms' | 'credentials' | 'integrations'>

/** What stands for a reference: an id of this account, or the reason why there is none. */
export type FoundReference = { readonly id: string } | { readonly reason: string }

/** Finds what an account has of a bundle: by id, and by name for a bundle from elsewhere. */
export class Targets {
  readonly #store: TargetStore
  readonly #account: AccountId
  /** A bundle may have two workflows with one name; each gets a target of its own. */
  readonly #taken = new Set<string>()

  constructor(store: TargetStore, account: AccountId) {
    this.#store = store
    this.#account = account
  }

  async workflow(id: string | undefined, name: string, folder: string): Promise<Workflow | undefined> {
    const { workflows } = this.#store
    const known = await this.#byId(id, (key) => workflows.find(this.#account, key))
    if (known !== undefined) return known
    const filter = { status: undefined, search: name, folder }
    const same = await everyItem((page) => workflows.list(this.#account, filter, page))
    const free = same.filter((one) => one.name === name && one.folder === folder && !this.#taken.has(one.id))
    const oldest = free.at(-1)
    return oldest && this.#byId(oldest.id, (key) => workflows.find(this.#account, key))
  }

  async form(id: string | undefined, name: string): Promise<Form | undefined> {
    const { forms } = this.#store
    const known = await this.#byId(id, (key) => forms.find(this.#account, key))
    if (known !== undefined) return known
    const same = await everyItem((page) => forms.list(this.#account, { search: name }, page))
    const oldest = same.findLast((one) => one.name === name && !this.#taken.has(one.id))
    if (oldest !== undefined) this.#taken.add(oldest.id)
    return oldest
  }

  /** `mayName`: whether the caller may find something by its name. */
  async reference(reference: BundleReference, mayName: boolean): Promise<FoundReference> {
    const { kind, name, type } = reference
    const id = reference.id.toLowerCase()
    if (isUuid(id) && (await this.exists(kind, id))) return { id }
    if (!mayName) return { reason: `Your key must not look for it by name. Choose it with \`map\`.` }
    const [found, second] = await this.#named(reference)
    const described = type === undefined ? `"${name}"` : `"${name}" of type ${type}`
    if (found === undefined) {
      return { reason: `There is no ${kind} ${described}. Create it, or choose another one with \`map\`.` }
    }
    if (second !== undefined) {
      return { reason: `There are several with the name ${described}. Choose one with \`map\`.` }
    }
    return { id: found }
  }

  async exists(kind: BundleReference['kind'], id: string): Promise<boolean> {
    const { credentials, integrations, workflows } = this.#store
    if (kind === 'workflow') return workflows.exists(this.#account, id)
    const store = kind === 'credential' ? credentials : integrations
    return (await store.find(this.#account, id)) !== undefined
  }

  async #named({ kind, name, type, folder = '' }: BundleReference): Promise<readonly string[]> {
    const { credentials, integrations, workflows } = this.#store
    if (kind === 'workflow') {
      const filter = { status: undefined, search: name, folder }
      const found = await everyItem((page) => workflows.list(this.#account, filter, page))
      return found.filter((one) => one.name === name && one.folder === folder).map(({ id }) => id)
    }
    const found =
      kind === 'credential'
        ? await everyItem((page) => credentials.list(this.#account, page, { search: name }))
        : await everyItem((page) => integrations.list(this.#account, page))
    return found.filter((one) => one.name === name && one.type === type).map(({ id }) => id)
  }

  async #byId<T extends { readonly id: string }>(
    id: string | undefined,
    find: (id: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const key = id?.toLowerCase()
    if (key === undefined || !isUuid(key) || this.#taken.has(key)) return undefined
    const found = await find(key)
    if (found !== undefined) this.#taken.add(key)
    return found
  }
}
