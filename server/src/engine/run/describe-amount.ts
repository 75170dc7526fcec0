export function describeMs(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  const seconds = ms / 1_000
  if (seconds < 120) return `${round(seconds)} s`
  if (seconds < 7_200) return `${round(seconds / 60)} min`
  return `${round(seconds / 3_600)} h`
}

export function describeSize(characters: number): string {
  return characters >= 1024 * 1024
    ? `${Math.floor(characters / 1024 / 1024)} MiB`
    : `${characters} characters`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
