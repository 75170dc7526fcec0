import { timingSafeEqual } from 'node:crypto'
import type { StepWait } from '@millrace/contract/execution-step.ts'
import type { StepWaiting } from '#domain/step.ts'
import type { Vault } from '#ports/vault.ts'

const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/**
 * The links by which people and programs without a key answer a wait. A token is the id of the wait and a keyed digest of
 * it: nothing secret is stored, and nobody can make one.
 */
export class WaitLinks {
  readonly #vault: Vault
  readonly #publicUrl: () => string

  constructor(vault: Vault, publicUrl: () => string) {
    this.#vault = vault
    this.#publicUrl = publicUrl
  }

  of({ for: kind, waitId }: StepWaiting): StepWait['links'] {
    if (kind !== 'callback' && kind !== 'approval') return {}
    const [digest = ''] = this.#digests(waitId)
    const link = `${this.#publicUrl()}/resume/${waitId}.${digest}`
    return kind === 'callback'
      ? { callback: link }
      : { approve: `${link}?decision=approve`, reject: `${link}?decision=reject` }
  }

  /** The wait a token is for; undefined when we did not make it. */
  read(token: string): string | undefined {
    const [, waitId = '', digest = ''] = FORM.exec(token) ?? []
    if (waitId === '') return undefined
    const given = Buffer.from(digest)
    const isOurs = this.#digests(waitId).some((known) => timingSafeEqual(Buffer.from(known), given))
    return isOurs ? waitId : undefined
  }

  /** Under every known master key, current first: links stay good while keys are rotated. */
  #digests(waitId: string): readonly string[] {
    const digests = this.#vault.masterDigests('wait-link', waitId)
    return digests.map((digest) => Buffer.from(digest, 'hex').toString('base64url'))
  }
}
