/** In a class of a browser these are operators or classes within classes; to RE2 they are plain characters or its own. */
const READ_DIFFERENTLY = /\[[^\]]*\[|&&|--/

/**
 * The owner's pattern for the `pattern` attribute, if a browser reads it the same way. Browsers compile it with the `v`
 * flag and skip what does not compile; what compiles and means something else would refuse good answers, so it is left
 * to the server, which looks at every answer anyway.
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
