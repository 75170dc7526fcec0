import { findSimilar } from '@millrace/expressions'

/** The sentence for a parameter that an action does not have, with the name that was probably meant. */
export function describeUnknownParameter(action: string, unknown: string, known: readonly string[]): string {
  const problem = `The action \`${action}\` has no parameter \`${unknown}\`.`
  if (known.length === 0) return `${problem} It takes no parameters.`
  const similar = findSimilar(unknown, known)
  if (similar !== undefined) return `${problem} Did you mean \`${similar}\`?`
  return `${problem} Its parameters are ${known.map((name) => `\`${name}\``).join(', ')}.`
}
