import type { JsonValue } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed } from '#ports/index.ts'

const ADDRESS = String.raw`[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\]+`
/** `a@b.c`, `Name <a@b.c>` or `"Name, with a comma" <a@b.c>`. */
const MAILBOX = new RegExp(String.raw`^(?:${ADDRESS}|(?:"[^"\r\n]*"\s*|[^"<>,;\r\n]*)<${ADDRESS}>)$`, 'u')

/**
 * Reads the addresses of a parameter. A string can contain several addresses separated by commas. An entry of a list must
 * be exactly one address, so that a value from outside cannot add a recipient.
 */
export function readAddresses(name: string, value: JsonValue | undefined): readonly string[] | NodeFailed {
  if (value === undefined || value === null || value === '') return []
  const entries = Array.isArray(value) ? (value as readonly JsonValue[]) : splitList(value)
  const addresses: string[] = []
  for (const entry of entries) {
    const address = typeof entry === 'string' ? entry.trim() : ''
    if (!MAILBOX.test(address)) {
      return refuseParameter(
        `The parameter \`${name}\` must contain email addresses such as ada@example.com or Ada <ada@example.com>, but ${describe(entry)} is not a valid address.`,
      )
    }
    addresses.push(address)
  }
  return addresses
}

/** Splits at the commas that are not between quotes. */
function splitList(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'string') return [value]
  return value.match(/(?:"[^"]*"|[^,"]|")+/g) ?? []
}

function describe(entry: JsonValue): string {
  const text = JSON.stringify(entry)
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}
