/** A sentence of a service comes before the response body that contained it. The step shows both. */
export function withoutBody(message: string): string {
  return message.replace(/(?<=[.!?…]) [[{].*$/s, '')
}
