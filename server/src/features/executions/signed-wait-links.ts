import { timingSafeEqual } from 'node:crypto'
import type { LinkedWaitKind, Vault, WaitLinks, WaitLinkSet } from '#ports/index.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FORM = new RegExp(`^([ac])\\.(${UUID})\\.(${UUID})\\.([\\w-]{43})$`)
const LETTERS: Readonly<Record<LinkedWaitKind, string>> = { approval: 'a', callback: 'c' }

/** The wait that a token answers. */
export interface LinkedWait {
  readonly kind: LinkedWaitKind
  readonly executionId: string
  readonly waitId: string
}

/**
 * The links by which people and programs without a key answer a wait. A token names its wait and contains a keyed digest of
 * that name: nothing secret is stored, and nobody can forge a token.
 */
export class VaultWaitLinks implements WaitLinks {
  readonly #vault: Vault
  readonly #publicUrl: () => string | undefined

  constructor(vault: Vault, publicUrl: () => string | undefined) {
    this.#vault = vault
    this.#publicUrl = publicUrl
  }

  of(wait: LinkedWait): WaitLinkSet {
    const base = this.#publicUrl()
    if (base === undefined) return {}
    const [digest = ''] = this.#digests(wait)
    const link = `${base}/resume/${describe(wait)}.${digest}`
    return wait.kind === 'callback'
      ? { callback: link }
      : { approve: `${link}?decision=approve`, reject: `${link}?decision=reject` }
  }

  /** Undefined if the token is not one of ours. */
  read(token: string): LinkedWait | undefined {
    const [, letter, executionId = '', waitId = '', digest = ''] = FORM.exec(token) ?? []
    if (letter === undefined) return undefined
    const wait: LinkedWait = { kind: letter === 'a' ? 'approval' : 'callback', executionId, waitId }
    const given = Buffer.from(digest)
    return this.#digests(wait).some((known) => timingSafeEqual(Buffer.from(known), given)) ? wait : undefined
  }

  /** With every known master key, current first: links stay valid while keys are rotated. */
  #digests(wait: LinkedWait): readonly string[] {
    const digests = this.#vault.masterDigests('wait-link', describe(wait))
    return digests.map((digest) => Buffer.from(digest, 'hex').toString('base64url'))
  }
}

function describe({ kind, executionId, waitId }: LinkedWait): string {
  return `${LETTERS[kind]}.${executionId}.${waitId}`
}
