import type { BundleReference, ImportedBundle, ImportMap } from '../../../api/bundles.ts'
import type { Credential } from '../../../api/credentials.ts'

/** Something that stands for a credential of the bundle: an id, null for none, undefined while nothing is chosen. */
type Choice = string | null | undefined

/** A credential that the bundle names, and what the account has for it. */
export interface CredentialChoice {
  readonly reference: BundleReference
  /** The types that fit. */
  readonly types: readonly string[]
  readonly chosen: Choice
  /** Why nothing was chosen beforehand. */
  readonly found: 'one' | 'none' | 'several'
  readonly usedBy: readonly string[]
}

/** Offers a choice for each credential of the bundle; one of the same name and type is chosen beforehand. */
export function credentialChoices(
  bundle: ImportedBundle,
  credentials: readonly Credential[],
  made: ImportMap,
): CredentialChoice[] {
  const references = credentialsOf(bundle)
  const everyType = [...new Set(credentials.map(({ type }) => type))]
  return references.map((reference) => {
    const { id, name, type } = reference
    const same = credentials.filter((one) => one.id === id.toLowerCase())
    const named = credentials.filter((one) => one.name === name && (type === undefined || one.type === type))
    const [first, second] = same.length > 0 ? same : named
    const found = first === undefined ? 'none' : second === undefined ? 'one' : 'several'
    return {
      reference,
      types: type === undefined ? everyType : [type],
      chosen: id in made ? made[id] : found === 'one' ? first?.id : undefined,
      found,
      usedBy: usersOf(bundle, id),
    }
  })
}

/** The server checks a bundle; until it has done so, anything may be in it. */
function credentialsOf({ references }: ImportedBundle): BundleReference[] {
  const entries: unknown = references
  if (!Array.isArray(entries)) return []
  return (entries as unknown[]).filter(isCredential)
}

function isCredential(value: unknown): value is BundleReference {
  const { kind, id, name } = (value ?? {}) as Record<string, unknown>
  return kind === 'credential' && typeof id === 'string' && typeof name === 'string'
}

/** What the import is told. Without a choice, the server reports what is missing. */
export function toMap(choices: readonly CredentialChoice[]): ImportMap {
  return Object.fromEntries(
    choices.flatMap(({ reference, chosen }) => (chosen === undefined ? [] : [[reference.id, chosen]])),
  )
}

function usersOf({ workflows }: ImportedBundle, id: string): string[] {
  const entries: unknown = workflows
  if (!Array.isArray(entries)) return []
  return (entries as NonNullable<ImportedBundle['workflows']>)
    .filter(({ nodes }) =>
      JSON.stringify(nodes ?? [])
        .toLowerCase()
        .includes(`"${id.toLowerCase()}"`),
    )
    .map(({ name }) => name)
}
