import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'
import type { FileValue } from './file-value.ts'

/** A file of an account. Files with the same content share it. */
export interface StoredFile {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  readonly mediaType: string
  /** In bytes. */
  readonly size: number
  /** SHA-256 of the content, in hex. */
  readonly sha256: string
  /** The key of the content in the file store. */
  readonly contentId: string
  readonly createdAt: number
}

export function toFileValue({ id, name, mediaType, size, sha256 }: StoredFile): FileValue & JsonObject {
  return { $file: id, name, media_type: mediaType, size, sha256 }
}
