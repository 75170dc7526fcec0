/** A duration as short as it stays exact enough: 84 ms, 1.2 s, 3 min 2 s, 2 h 5 min. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return join(`${minutes} min`, seconds % 60, 's')
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return join(`${hours} h`, minutes % 60, 'min')
  return join(`${Math.floor(hours / 24)} d`, hours % 24, 'h')
}

function join(large: string, rest: number, unit: string): string {
  return rest === 0 ? large : `${large} ${rest} ${unit}`
}
