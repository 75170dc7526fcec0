/** Browsers read these as set operators or nested classes; RE2 reads them as plain characters or as its own classes. */
const READ_DIFFERENTLY = /\[[^\]]*\[|&&|--/

/**
 * The pattern of a field for the `pattern` attribute, if browsers read it the same way as the server. Browsers compile it with
 * the `v` flag and ignore what does not compile. A pattern that compiles but means something else would refuse valid answers,
 * so it is left to the server, which checks every answer anyway.
 */
export function browserPattern(pattern: string | undefined): string | undefined {
  if (pattern === undefined || READ_DIFFERENTLY.test(pattern)) return undefined
  try {
    RegExp(pattern, 'v')
    return pattern
  } catch {
    return undefined
  }
}
