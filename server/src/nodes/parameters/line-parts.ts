/**
 * Pieces of the `line` of node kinds: each function returns the text of an expression. Parameters can have any value while
 * somebody edits them, so no piece may fail for any of them.
 */

/** A value as text: texts unchanged, without a value the empty text, everything else as JSON. */
export function textOf(value: string): string {
  return `(typeof ${value} === "string" ? ${value}.trim() : ${value} == null ? "" : JSON.stringify(${value}))`
}

/** A condition or an expression without what everybody knows: `{{ input.amount > 100 }}` becomes `amount > 100`. */
export function bare(value: string): string {
  return `${textOf(value)}.replace(/^\\{\\{\\s*([^{}]*?)\\s*\\}\\}$/, "$1").replaceAll(/(^|[^.\\w$])input\\./g, "$1")`
}

/** The first line of a text, shortened. */
export function firstLine(value: string): string {
  return `${textOf(value)}.split("\\n")[0].slice(0, 120)`
}

/** The names of an object's members; the empty text for anything else. */
export function namesOf(value: string): string {
  return `(typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value}) ? Object.keys(${value}).join(", ").slice(0, 120) : "")`
}

/** Seconds in the largest unit without a remainder: `24 h`, `5 min`, `90 s`. An expression stays as it is. */
export function duration(seconds: string): string {
  return (
    `[${seconds}].map(s => s == null || s === "" ? "" : typeof s !== "number" ? ${bare('s')} + " s" : ` +
    's >= 172800 && s % 86400 === 0 ? s / 86400 + " d" : s >= 3600 && s % 3600 === 0 ? s / 3600 + " h" : ' +
    's >= 60 && s % 60 === 0 ? s / 60 + " min" : s + " s")[0]'
  )
}

/** Texts one after another, separated by commas; empty ones are left out. */
export function listOf(...parts: readonly string[]): string {
  return `{{ [${parts.join(', ')}].filter(part => part !== "").join(", ") }}`
}
