import { argon2, type Argon2Parameters } from 'node:crypto'

/** Argon2id (RFC 9106) off the main thread. */
export function deriveArgon2id(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
