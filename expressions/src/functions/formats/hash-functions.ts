import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction, type CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import type { Argument } from '#expressions/runtime/values.ts'
import { decodeText, encodeBytes, encodings, type Encoding } from './bytes.ts'
import { nextUuid } from './uuid.ts'

const hashes = { sha256, sha384, sha512, sha1, md5 }

type HashName = keyof typeof hashes

/** Charged for each character that is hashed, and for each hash. */
const hashPrice = 20
const hashStartPrice = 2_000
/** Charged for each character that is encoded or decoded. */
const encodingPrice = 16

export const hashFunctions = toTable<BuiltinFunction>({
  hash: {
    use: 'hash(text, algorithm?, encoding?)',
    help: 'The hash of a text as UTF-8: sha256 (default), sha384, sha512, sha1 or md5, written as hex (default), base64 or base64url.',
    example: 'hash("abc", "md5")',
    call: (evaluation, args, site) => {
      const bytes = bytesAt(evaluation, args, 0, site)
      const name = nameAt(evaluation, args, 1, { site, names: Object.keys(hashes) as HashName[] })
      const encoding = nameAt(evaluation, args, 2, { site, names: encodings })
      return encodeBytes(hashes[name](bytes), encoding)
    },
  },
  hmac: {
    use: 'hmac(text, key, algorithm?, encoding?)',
    help: 'The HMAC signature of a text with a key; the same algorithms and encodings as `hash`. A secret belongs in a credential: use a `crypto` node.',
    example: 'hmac("abc", "key", "sha1", "base64")',
    call: (evaluation, args, site) => {
      const bytes = bytesAt(evaluation, args, 0, site)
      const key = bytesAt(evaluation, args, 1, site)
      const name = nameAt(evaluation, args, 2, { site, names: Object.keys(hashes) as HashName[] })
      const encoding = nameAt(evaluation, args, 3, { site, names: encodings })
      return encodeBytes(hmac(hashes[name], key, bytes), encoding)
    },
  },
  base64: {
    use: 'base64(text, variant?)',
    help: 'The text as UTF-8 in base64, or in base64url if the variant says so.',
    example: 'base64("Zürich")',
    call: (evaluation, args, site) => {
      const text = textAt(evaluation, args, 0, site)
      const variant = nameAt(evaluation, args, 1, { site, names: ['base64', 'base64url'] })
      return encode(evaluation, text, variant, site)
    },
  },
  fromBase64: {
    use: 'fromBase64(text)',
    help: 'The opposite of `base64`, for both variants.',
    example: 'fromBase64("WsO8cmljaA==")',
    call: (evaluation, args, site) => decode(evaluation, textAt(evaluation, args, 0, site), 'base64', site),
  },
  hex: {
    use: 'hex(text)',
    help: 'The text as UTF-8 in hexadecimal digits.',
    example: 'hex("é")',
    call: (evaluation, args, site) => encode(evaluation, textAt(evaluation, args, 0, site), 'hex', site),
  },
  fromHex: {
    use: 'fromHex(text)',
    help: 'The opposite of `hex`.',
    example: 'fromHex("c3a9")',
    call: (evaluation, args, site) => decode(evaluation, textAt(evaluation, args, 0, site), 'hex', site),
  },
  uuid: {
    use: 'uuid()',
    help: 'A UUID. Each call returns another one, and a retry of the step the same ones again. It is not a secret: use a `crypto` node for tokens.',
    example: 'uuid()',
    call: (evaluation, _args, site) => {
      evaluation.work(hashStartPrice, site.location)
      return nextUuid(evaluation.scope)
    },
  },
})

function bytesAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): Uint8Array {
  const text = textAt(evaluation, args, index, site)
  evaluation.work(hashStartPrice + text.length * hashPrice, site.location)
  return new TextEncoder().encode(text)
}

/** One of some names; the first one if the argument is missing. */
function nameAt<Name extends string>(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  { site, names }: { readonly site: CallSite; readonly names: readonly Name[] },
): Name {
  const [first] = names
  if (valueAt(args, index, site) === undefined && first !== undefined) return first
  const text = textAt(evaluation, args, index, site)
  const found = names.find((name) => name === text.toLowerCase().replace(/^(sha|md)-/, '$1'))
  if (found !== undefined) return found
  return site.location.fail(
    `\`${shorten(text, 40)}\` is not supported by \`${site.name}\`.`,
    `Use ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`,
  )
}

function encode(evaluation: Evaluation, text: string, encoding: Encoding, site: CallSite): string {
  evaluation.work(text.length * encodingPrice, site.location)
  const bytes = new TextEncoder().encode(text)
  evaluation.reserveText(bytes.length * (encoding === 'hex' ? 2 : 4 / 3), site.location)
  return encodeBytes(bytes, encoding)
}

function decode(evaluation: Evaluation, text: string, encoding: 'hex' | 'base64', site: CallSite): string {
  evaluation.work(text.length * encodingPrice, site.location)
  return decodeText(text, encoding) ?? site.location.fail(`This text is not ${encoding} of a text in UTF-8.`)
}
