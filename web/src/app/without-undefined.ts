/** The members that have a value: a search that goes into the address names nothing else. */
export function withoutUndefined(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
